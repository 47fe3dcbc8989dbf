import { redirect } from "next/navigation";

type Props = { params: Promise<{ org_id: string; fs_id: string }> };

/** Leads from a filesystem's shortest address to its files. */
export default async function Page({ params }: Props) {
  const { org_id: orgId, fs_id: fsId } = await params;
  redirect(`/o/${orgId}/filesystems/${fsId}/files`);
}
