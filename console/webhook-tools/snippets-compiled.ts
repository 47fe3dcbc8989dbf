/** A complete receiver in Java; `secret` is the environment variable with the signing secret. */
export const java = (header: string, secret: string) => `${header}
// Receiver.java · nothing to install: java Receiver.java
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Receiver {
    /** Takes the request's headers and its raw body. */
    static boolean verify(Headers headers, byte[] body) throws Exception {
        String id = headers.getFirst("webhook-id");
        String sentAt = headers.getFirst("webhook-timestamp");
        String signatures = headers.getFirst("webhook-signature");
        if (id == null || signatures == null || sentAt == null || !sentAt.matches("[0-9]{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(sentAt)) > 300) return false;
        String secret = System.getenv("${secret}").substring("whsec_".length());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret), "HmacSHA256"));
        mac.update((id + "." + sentAt + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
        boolean valid = false;
        for (String signature : signatures.split(" "))
            valid |= MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
        return valid;
    }

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
        HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
        server.createContext("/", exchange -> {
            int status = 400;
            try {
                if (verify(exchange.getRequestHeaders(), exchange.getRequestBody().readAllBytes())) status = 204;
            } catch (Exception unreadable) {
                status = 500;
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.setExecutor(Executors.newCachedThreadPool()); // a slow peer blocks no other
        server.start();
    }
}`;

/** The verification in C#, for any framework; `secret` is the environment variable with the signing secret. */
export const csharp = (header: string, secret: string) => `${header}
// In ASP.NET read the raw body first: await request.Body.CopyToAsync(memory); then
// Webhook.Verify(headers["webhook-id"], headers["webhook-timestamp"], headers["webhook-signature"], memory.ToArray())
using System;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

public static class Webhook
{
    static readonly byte[] Key = Convert.FromBase64String(
        Environment.GetEnvironmentVariable("${secret}").Substring("whsec_".Length));

    /// <summary>Takes the three webhook-* headers and the raw body.</summary>
    public static bool Verify(string id, string timestamp, string signatures, byte[] body)
    {
        if (!long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out var sentAt)) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - sentAt) > 300) return false;
        var content = Encoding.UTF8.GetBytes(id + "." + timestamp + ".").Concat(body).ToArray();
        using (var hmac = new HMACSHA256(Key))
        {
            var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(hmac.ComputeHash(content)));
            return (signatures ?? "").Split(' ').Any(signature =>
                CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(signature)));
        }
    }
}`;
