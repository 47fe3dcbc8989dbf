import type { Language } from "@/console/state/languages";
import { isReserved } from "@/lib/contract/listener-url";

import { shellSignedCurl } from "./curl";
import { csharp, java } from "./snippets-compiled";

/** Code that verifies messages in one language, complete except for the secret. */
export type Snippet = { name: string; language: Language; code: string };

const SECRET = "TIDEMARK_WEBHOOK_SECRET";

/**
 * Code that verifies this webhook's messages, in nine languages (spec 9.1, 9.2). It reads the secret from the
 * environment: secrets belong neither in code nor on this page.
 */
export function snippetsFor(webhook: { id: string; url: string }): Snippet[] {
  const { pathname } = new URL(webhook.url);
  const header = (mark: string) => `${mark} Webhook ${webhook.id}: POST ${pathname}`;
  return [
    { name: "Node", language: "javascript", code: node(header("//")) },
    { name: "Next.js", language: "typescript", code: next(header("//"), pathname) },
    { name: "Python", language: "python", code: python(header("#")) },
    { name: "Go", language: "go", code: go(header("//")) },
    { name: "Ruby", language: "ruby", code: ruby(header("#")) },
    { name: "PHP", language: "php", code: php(header("//")) },
    { name: "Java", language: "java", code: java(header("//"), SECRET) },
    { name: "C#", language: "csharp", code: csharp(header("//"), SECRET) },
    // Only the service reaches a test inbox or a listener.
    ...(isReserved(webhook)
      ? []
      : [{ name: "curl", language: "bash" as const, code: curl(header("#"), webhook.url) }]),
  ];
}

const node = (header: string) => `${header}
// npm i standardwebhooks
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.${SECRET});

createServer(async (request, response) => {
  try {
    // Use the raw body: a parsed and re-serialised body does not verify.
    const body = Buffer.concat(await request.toArray()).toString();
    const message = webhook.verify(body, request.headers);
    console.log(message.type, message.data.cursor);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(process.env.PORT ?? 8080);`;

const next = (header: string, path: string) => `${header}
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

const python = (header: string) => `${header}
# Nothing to install. In Flask: verify(request.headers, request.get_data())
import base64, hashlib, hmac, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["${SECRET}"].removeprefix("whsec_"))

def verify(headers, body):
    """Takes the request's headers and its raw body, as bytes."""
    sent_at = headers.get("webhook-timestamp", "")
    if not (sent_at.isascii() and sent_at.isdigit()) or abs(time.time() - int(sent_at)) > 300:
        return False
    content = f"{headers.get('webhook-id', '')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(KEY, content, "sha256"))
    received = headers.get("webhook-signature", "").encode().split()
    return any(hmac.compare_digest(expected, signature) for signature in received)

class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # seconds without a byte

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.send_response(204 if verify(self.headers, body) else 400)
        self.end_headers()

ThreadingHTTPServer(("", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()`;

const go = (header: string) => `${header}
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
	sentAt := headers.Get("webhook-timestamp")
	at, err := strconv.ParseUint(sentAt, 10, 62)
	if err != nil || time.Since(time.Unix(int64(at), 0)).Abs() > 300*time.Second {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", headers.Get("webhook-id"), sentAt, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Fields(headers.Get("webhook-signature")) {
		if hmac.Equal([]byte(expected), []byte(signature)) {
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
	panic(http.ListenAndServe(":"+cmp.Or(os.Getenv("PORT"), "8080"), nil))
}`;

const ruby = (header: string) => `${header}
# config.ru · in Rails: verified?(request.env, request.raw_post)
require "openssl"

KEY = ENV.fetch("${SECRET}").delete_prefix("whsec_").unpack1("m")

# Takes a Rack environment and the raw body.
def verified?(env, body)
  id, sent_at, received = %w[ID TIMESTAMP SIGNATURE].map { |name| env["HTTP_WEBHOOK_#{name}"].to_s }
  return false unless sent_at.match?(/\\A\\d+\\z/) && (Time.now.to_i - sent_at.to_i).abs <= 300

  digest = OpenSSL::HMAC.digest("SHA256", KEY, "#{id}.#{sent_at}.".b + body.b)
  expected = "v1," + [digest].pack("m0")
  received.split.any? { |signature| OpenSSL.secure_compare(expected, signature) }
end

run lambda { |env|
  [verified?(env, env["rack.input"].read) ? 204 : 400, {}, []]
}`;

const php = (header: string) => `<?php
${header}
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$body = file_get_contents('php://input');
$key = base64_decode(substr(getenv('${SECRET}'), strlen('whsec_')));
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));

$valid = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
    $valid = hash_equals($expected, $signature) || $valid;
}
$fresh = ctype_digit($time) && abs(time() - (int) $time) <= 300;
http_response_code($valid && $fresh ? 204 : 400);`;

const curl = (header: string, url: string) => `${header}
# Sends a signed test message to your endpoint.
${shellSignedCurl({
  id: "msg_test",
  url,
  headers: { "Content-Type": "application/json" },
  body: '{"type":"files.resync","data":{"cursor":"0","events":[]}}',
})}`;
