declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  /** Renders the viewer into `domNode`; only the options we use. */
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
