-- The language that an account wants to be spoken to in: a BCP 47 tag, null if it has chosen none. Which languages there are the
-- lobby knows; the column takes any tag, so that an older build beside this one can live with a newer one's choice.
alter table lobby.account add column locale text check (char_length(locale) between 2 and 35);
