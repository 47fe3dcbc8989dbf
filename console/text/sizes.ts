/** A number of entries: "1 file or folder", "4,711 files and folders". */
export const filesAndFolders = (count: number): string =>
  countOf(count, "file or folder", "files and folders");

/** A count with its noun: "1 item", "4,711 items". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
