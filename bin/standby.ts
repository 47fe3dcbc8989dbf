// A spare process of `npm run dev`: it has loaded the packages, half of what a start takes, and runs its program when
// the old one has ended. A package that is missing here only loads later.
import "@hono/node-server";
import "@node-rs/argon2";
import "@prisma/adapter-pg";
import "@prisma/client/runtime/client";
import "canonicalize";
import "content-disposition";
import "graphile-worker";
import "inngest";
import "inngest/edge";
import "ipaddr.js";
import "lru-cache";
import "next-auth/jwt";
import "nodemailer";
import "pg";
import "pino";
import "rate-limiter-flexible";
import "typeid-js";
import "undici";
import "zod";

const [program = ""] = process.argv.splice(2, 1);
const leave = () => process.exit();
process.once("disconnect", leave);
process.once("message", () => {
  process.off("disconnect", leave);
  void import(program);
});
