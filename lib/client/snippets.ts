/** How to verify a message in one language; `code` is complete but for the secret. */
export type Snippet = { name: string; code: string };

const SECRET = "TIDEMARK_WEBHOOK_SECRET";

/**
 * How a receiver verifies what this webhook sends, in nine ways (specification, "Webhook signature verification"). The
 * secret is read from the environment: it belongs neither into code nor into this page.
 */
export function snippetsFor(webhook: { id: string; url: string }): Snippet[] {
  const { pathname } = new URL(webhook.url);
  const about = (mark: string) => `${mark} Webhook ${webhook.id}, called as POST ${pathname}`;
  return [
    { name: "Node", code: node(about("//"), pathname) },
    { name: "Next.js", code: next(about("//"), pathname) },
    { name: "Python", code: python(about("#"), pathname) },
    { name: "Go", code: go(about("//"), pathname) },
    { name: "Ruby", code: ruby(about("#"), pathname) },
    { name: "PHP", code: php(about("//")) },
    { name: "Java", code: java(about("//")) },
    { name: "C#", code: csharp(about("//"), pathname) },
    { name: "curl", code: curl(about("#"), webhook.url) },
  ];
}

const node = (about: string, path: string) => `${about}
// npm i express standardwebhooks
import express from "express";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.${SECRET});
const app = express();

// The raw body: what a JSON parser made of it would not verify.
app.post(${JSON.stringify(path)}, express.raw({ type: "*/*" }), (req, res) => {
  try {
    const message = webhook.verify(req.body.toString("utf8"), req.headers);
    console.log(message.type, message.data.cursor);
    res.sendStatus(204);
  } catch {
    res.sendStatus(400);
  }
});
app.listen(3000);`;

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

const python = (about: string, path: string) => `${about}
# pip install flask standardwebhooks
import os
from flask import Flask, request
from standardwebhooks import Webhook

app = Flask(__name__)
webhook = Webhook(os.environ["${SECRET}"])

@app.post(${JSON.stringify(path)})
def receive():
    try:
        message = webhook.verify(request.get_data(as_text=True), dict(request.headers))
    except Exception:
        return "", 400
    print(message["type"], message["data"]["cursor"])
    return "", 204`;

const go = (about: string, path: string) => `${about}
// go get github.com/standard-webhooks/standard-webhooks/libraries
package main

import (
	"io"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("${SECRET}"))
	if err != nil {
		panic(err)
	}
	http.HandleFunc(${JSON.stringify(path)}, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || webhook.Verify(body, r.Header) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	http.ListenAndServe(":3000", nil)
}`;

const ruby = (about: string, path: string) => `${about}
# gem install sinatra standardwebhooks
require "sinatra"
require "standardwebhooks"

WEBHOOK = StandardWebhooks::Webhook.new(ENV.fetch("${SECRET}"))
HEADERS = %w[webhook-id webhook-timestamp webhook-signature]

post ${JSON.stringify(path)} do
  headers = HEADERS.to_h { |name| [name, request.get_header("HTTP_" + name.upcase.tr("-", "_"))] }
  WEBHOOK.verify(request.body.read, headers)
  status 204
rescue StandardWebhooks::WebhookVerificationError
  status 400
end`;

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

const java = (about: string) => `${about}
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class WebhookVerifier {
    /** Takes the three webhook-* headers and the raw body. */
    static boolean verify(String id, String timestamp, String signatures, byte[] body) throws Exception {
        if (!timestamp.matches("\\\\d{1,12}")) return false;
        long off = System.currentTimeMillis() / 1000 - Long.parseLong(timestamp);
        if (Math.abs(off) > 300) return false;
        String secret = System.getenv("${SECRET}").substring("whsec_".length());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret), "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes("UTF-8"));
        String wanted = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        boolean fits = false;
        for (String given : signatures.split(" "))
            fits |= MessageDigest.isEqual(wanted.getBytes("UTF-8"), given.getBytes("UTF-8"));
        return fits;
    }
}`;

const csharp = (about: string, path: string) => `${about}
using System.Security.Cryptography;
using System.Text;

var app = WebApplication.Create(args);
var secret = Environment.GetEnvironmentVariable("${SECRET}")!["whsec_".Length..];
var key = Convert.FromBase64String(secret);

app.MapPost(${JSON.stringify(path)}, async (HttpRequest request) =>
{
    using var reader = new StreamReader(request.Body, new UTF8Encoding(false));
    var body = await reader.ReadToEndAsync();
    string id = request.Headers["webhook-id"]!, time = request.Headers["webhook-timestamp"]!;
    var hash = HMACSHA256.HashData(key, Encoding.UTF8.GetBytes($"{id}.{time}.{body}"));
    var wanted = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(hash));
    var fits = request.Headers["webhook-signature"].ToString().Split(' ')
        .Any(given => CryptographicOperations.FixedTimeEquals(wanted, Encoding.UTF8.GetBytes(given)));
    var fresh = long.TryParse(time, out var at)
        && Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - at) <= 300;
    return fits && fresh ? Results.NoContent() : Results.BadRequest();
});
app.Run();`;

const curl = (about: string, url: string) => `${about}
# Sends a signed message of your own to the endpoint, as a test of its verification.
ID="msg_test"
TIME=$(date +%s)
BODY='{"type":"files.resync","data":{"cursor":"0","events":[]}}'
KEY=$(printf %s "\${${SECRET}#whsec_}" | base64 -d | od -An -vtx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$TIME.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
curl -i '${url.replaceAll("'", "%27")}' \\
  -H 'Content-Type: application/json' \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $TIME" -H "webhook-signature: v1,$SIGNATURE" \\
  --data-raw "$BODY"`;
