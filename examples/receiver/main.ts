import { ensureCertificate } from "./certificate";
import { settingsText } from "./instructions";
import { readAddressOnly, RECEIVER_USAGE, readReceiverOptions, UsageError } from "./options";
import { runReceiver } from "./receiver";
import { reason, reporter } from "./report";

const args = process.argv.slice(2);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());

if (args.includes("--help")) {
  console.log(RECEIVER_USAGE);
} else {
  try {
    const address = readAddressOnly(args, process.env);
    if (address !== null) {
      const { caFile } = await ensureCertificate(address.certificates, address.hostName);
      console.log(settingsText(address.hostName, address.port, caFile));
      console.log("Then run this command again with --org, --filesystem and --create-webhook.");
    } else {
      const options = readReceiverOptions(args, process.env);
      await runReceiver(options, reporter(options.json), stop.signal);
    }
  } catch (error) {
    if (!stop.signal.aborted) {
      console.error(`receiver: ${reason(error)}`);
      process.exitCode = error instanceof UsageError ? 2 : 1;
    }
  }
}
// An idle connection would keep the process alive.
process.exit();
