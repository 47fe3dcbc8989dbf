import { useQuery } from "@tanstack/react-query";
import { use, useState } from "react";

import { InstallCli } from "@/components/ui/install-cli";
import { Facts } from "@/components/ui/page-facts";
import { Secret } from "@/components/ui/secret";
import { Select } from "@/components/ui/select";
import { mountEndpointsQuery, type SftpEndpoint } from "@/console/queries/mounts";
import { text } from "@/console/text/mounts";

type Client = keyof typeof text.clients;
type Props = { fsId: string; session: string; ticket: string };

const CLIENTS: Client[] = ["tidemark", "sshfs", "sftp", "rclone", "windows"];

/** How a machine connects with a new ticket, for the client that is chosen. */
export function MountCommands({ fsId, session, ticket }: Props) {
  const sftp = useQuery(mountEndpointsQuery).data?.sftp ?? null;
  const { origin } = use(Facts);
  const [client, setClient] = useState<Client>("tidemark");
  return (
    <>
      {sftp !== null && (
        <Select
          label={text.client}
          value={client}
          onChange={({ target }) =>
            setClient(CLIENTS.find((one) => one === target.value) ?? "tidemark")
          }
        >
          {CLIENTS.map((one) => (
            <option key={one} value={one}>
              {text.clients[one]}
            </option>
          ))}
        </Select>
      )}
      {sftp === null || client === "tidemark" ? (
        <>
          <Secret label={text.command} value={text.mountCommand(origin, fsId, ticket)} />
          <InstallCli />
        </>
      ) : (
        <SftpCommands client={client} sftp={sftp} session={session} />
      )}
    </>
  );
}

type SftpProps = { client: Exclude<Client, "tidemark">; sftp: SftpEndpoint; session: string };

function SftpCommands({ client, sftp, session }: SftpProps) {
  if (client === "windows")
    return (
      <>
        <Secret label={text.server} value={text.serverValue(sftp)} />
        <Secret label={text.user} value={session} />
        <p className="text-muted text-sm">{text.ticketIsPassword}</p>
      </>
    );
  const command = {
    sshfs: text.sshfsCommand,
    sftp: text.sftpCommand,
    rclone: text.rcloneCommand,
  }[client];
  return (
    <>
      <Secret label={text.command} value={command(sftp, session)} />
      <p className="text-muted text-sm">{text.pasteTicket}</p>
    </>
  );
}
