declare module "content-disposition" {
  function contentDisposition(filename: string): string;
  export = contentDisposition;
}
