// Serves the page on an origin of its own, opens it in headless Chromium and lets it play against a server.
// Usage: node drive.mjs BUNDLE PROFILE_DIRECTORY SERVER_URL PORT_OF_THE_PAGE

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { chromium } from "playwright-core";

const [bundle, profile, server, allowedPort] = process.argv.slice(2);
const LIMIT_MS = 60_000;
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Serves the page on a port of this machine: the origin that the server lets call, or another. */
async function pageServer(port) {
  const script = await readFile(bundle);
  const http = createServer((request, response) => {
    const [type, body] =
      request.url === "/page.js"
        ? ["text/javascript", script]
        : ["text/html", '<!doctype html><title>Jodi</title><script src="/page.js"></script>'];
    response.writeHead(200, { "content-type": type }).end(body);
  });
  await new Promise((listening, failed) => http.once("error", failed).listen(port, "127.0.0.1", listening));
  return { origin: `http://127.0.0.1:${http.address().port}`, close: () => http.close() };
}

async function playAt(browser, origin) {
  const page = await browser.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const asked = [];
  page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(origin);
  const outcome = await page.evaluate(
    (server) => window.play(server).then((report) => ({ report }), (error) => ({ error: String(error) })),
    server,
  );
  await page.close();
  return { ...outcome, asked };
}

const allowed = await pageServer(Number(allowedPort));
const other = await pageServer(0);
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: "/usr/bin/chromium",
  headless: true,
  args: ARGUMENTS,
});
try {
  const { report, error, asked } = await playAt(browser, allowed.origin);
  assert.equal(error, undefined);
  console.log(`A page of ${allowed.origin} played ${report.moves.length} moves on ${server}: ${report.moves.join(", ")}.`);
  console.log(`It saw ${report.snapshots} snapshot and ${report.events} events without a gap; ${report.finalState}.`);
  assert.equal(report.finalState, "FINISHED");
  assert.ok(report.moves.length >= 12, "a seat plays at least a whole hand");
  assert.ok(report.events >= 40, "a deal has a bid and 48 plays");
  const codes = Object.fromEntries(Object.entries(report.refusals).map(([name, { code }]) => [name, code]));
  console.log("Refused:", JSON.stringify(codes));
  assert.deepEqual(codes, {
    "no credential": "Unauthenticated",
    "bad credential": "Unauthenticated",
    nonsense: "InvalidArgument",
  });
  for (const [name, { detail, requestId }] of Object.entries(report.refusals)) {
    assert.ok(detail, `${name}: the page reads the details of the refusal`);
    assert.notEqual(requestId, "", `${name}: the page reads the id of the request`);
  }
  assert.ok(asked.some((call) => call.endsWith("/Watch")), "the match is watched by a server stream");

  const stranger = await playAt(browser, other.origin);
  assert.match(stranger.error ?? "", /Failed to fetch/, "the browser lets a page of another origin call nothing");
  console.log(`A page of ${other.origin}, which is not listed, could call nothing.`);
} finally {
  await browser.close();
  allowed.close();
  other.close();
}
