import { shellSignedCurl } from "./curl";
import { csharp, java } from "./snippets-compiled";

/** How to verify a message in one language; `code` is complete but for the secret. */
export type Snippet = { name: string; code: string };

const SECRET = "TIDEMARK_WEBHOOK_SECRET";

/**
 * How a receiver verifies what this webhook sends, in nine ways (spec 9.1, 9.2). The
 * secret is read from the environment: it belongs neither into code nor into this page.
 */
export function snippetsFor(webhook: { id: string; url: string }): Snippet[] {
  const { pathname } = new URL(webhook.url);
  const about = (mark: string) => `${mark} Webhook ${webhook.id}, called as POST ${pathname}`;
  return [
    { name: "Node", code: node(about("//")) },
    { name: "Next.js", code: next(about("//"), pathname) },
    { name: "Python", code: python(about("#")) },
    { name: "Go", code: go(about("//")) },
    { name: "Ruby", code: ruby(about("#")) },
    { name: "PHP", code: php(about("//")) },
    { name: "Java", code: java(about("//"), SECRET) },
    { name: "C#", code: csharp(about("//"), SECRET) },
    { name: "curl", code: curl(about("#"), webhook.url) },
  ];
}

const node = (about: string) => `${about}
// npm i standardwebhooks
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.${SECRET});

createServer(async (request, response) => {
  // The raw body: what a JSON parser made of it would not verify.
  const body = Buffer.concat(await request.toArray()).toString();
  try {
    const message = webhook.verify(body, request.headers);
    console.log(message.type, message.data.cursor);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(process.env.PORT ?? 3000);`;

const next = (about: string, path: string) => `${about}
// app${path === "/" ? "" : path}/route.ts · npm i standardwebhooks
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.${SECRET} ?? "");

export async function POST(request: Request) {
  try {
    webhook.verify(await request.text(), Object.fromEntries(request.headers));
  } catch {
    return new Response(null, { status: 400 });
  }
  return new Response(null, { status: 204 });
}`;

const python = (about: string) => `${about}
# Nothing to install. In Flask: verify(request.headers, request.get_data())
import base64, hashlib, hmac, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["${SECRET}"].removeprefix("whsec_"))

def verify(headers, body):
    """Takes the request's headers and its raw body, as bytes."""
    sent = headers.get("webhook-timestamp", "")
    if not (sent.isascii() and sent.isdigit()) or abs(time.time() - int(sent)) > 300:
        return False
    content = f"{headers.get('webhook-id', '')}.{sent}.".encode() + body
    wanted = b"v1," + base64.b64encode(hmac.digest(KEY, content, "sha256"))
    given = headers.get("webhook-signature", "").encode().split()
    return any(hmac.compare_digest(wanted, one) for one in given)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.send_response(204 if verify(self.headers, body) else 400)
        self.end_headers()

HTTPServer(("", int(os.environ.get("PORT", 3000))), Receiver).serve_forever()`;

const go = (about: string) => `${about}
package main

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var key, _ = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("${SECRET}"), "whsec_"))

// verify takes the request's headers and its raw body.
func verify(headers http.Header, body []byte) bool {
	sent := headers.Get("webhook-timestamp")
	at, err := strconv.ParseUint(sent, 10, 62)
	if err != nil || time.Since(time.Unix(int64(at), 0)).Abs() > 300*time.Second {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", headers.Get("webhook-id"), sent, body)
	wanted := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Fields(headers.Get("webhook-signature")) {
		if hmac.Equal([]byte(wanted), []byte(given)) {
			return true
		}
	}
	return false
}

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !verify(r.Header, body) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	panic(http.ListenAndServe(":"+cmp.Or(os.Getenv("PORT"), "3000"), nil))
}`;

const ruby = (about: string) => `${about}
# config.ru · in Rails: verified?(request.env, request.raw_post)
require "openssl"

KEY = ENV.fetch("${SECRET}").delete_prefix("whsec_").unpack1("m")

# Takes a Rack environment and the raw body.
def verified?(env, body)
  id, sent, given = %w[ID TIMESTAMP SIGNATURE].map { |name| env["HTTP_WEBHOOK_#{name}"].to_s }
  return false unless sent.match?(/\\A\\d+\\z/) && (Time.now.to_i - sent.to_i).abs <= 300

  digest = OpenSSL::HMAC.digest("SHA256", KEY, "#{id}.#{sent}.".b + body.b)
  wanted = "v1," + [digest].pack("m0")
  given.split.any? { |one| OpenSSL.secure_compare(wanted, one) }
end

run lambda { |env|
  [verified?(env, env["rack.input"].read) ? 204 : 400, {}, []]
}`;

const php = (about: string) => `<?php
${about}
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$body = file_get_contents('php://input');
$key = base64_decode(substr(getenv('${SECRET}'), strlen('whsec_')));
$wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));

$fits = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
    $fits = hash_equals($wanted, $given) || $fits;
}
$fresh = ctype_digit($time) && abs(time() - (int) $time) <= 300;
http_response_code($fits && $fresh ? 204 : 400);`;

const curl = (about: string, url: string) => `${about}
# Sends a signed message of your own to the endpoint, as a test of its verification.
${shellSignedCurl({
  id: "msg_test",
  url,
  headers: { "Content-Type": "application/json" },
  body: '{"type":"files.resync","data":{"cursor":"0","events":[]}}',
})}`;
