declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  /** Draws the viewer into `domNode`; the options we use of those in the package's own documentation. */
  export default function swaggerUi(options: {
    domNode: HTMLElement;
    url: string;
    validatorUrl: null;
    deepLinking: boolean;
    displayOperationId: boolean;
    displayRequestDuration: boolean;
    defaultModelsExpandDepth: number;
    docExpansion: "list" | "none";
    filter: boolean;
    syntaxHighlight: { theme: "nord" };
    plugins: readonly (() => object)[];
  }): void;
}
