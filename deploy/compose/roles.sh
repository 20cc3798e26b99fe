#!/bin/bash
# At the first start of the database: the roles, then their passwords. Run by the image of Postgres, after it has made the database.
set -euo pipefail
psql -X -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -f "${JODI_ROLES:-/jodi/roles.sql}"
for role in owner lobby engine ratings; do
  variable=JODI_${role^^}_PASSWORD
  psql -X -q -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v role="jodi_$role" -v password="${!variable}" \
    <<<"alter role :\"role\" password :'password'"
done
