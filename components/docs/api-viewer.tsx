"use client";

import "swagger-ui-dist/swagger-ui.css";
import "./api-viewer.css";
import { useEffect, useRef, useState } from "react";

import { Alert } from "@/components/ui/alert";
import { api } from "@/lib/api-client/api";

import { useDarkClass } from "./use-dark-class";
import { accessible } from "./viewer-plugin";

/** The OpenAPI document of this very service, to try. Nothing is asked of any other host. */
export function ApiViewer() {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useDarkClass();
  useEffect(() => {
    // React may run an effect twice; each gets an element of its own, which goes with it.
    const domNode = document.createElement("div");
    place.current?.append(domNode);
    draw(domNode).catch(() => setFailed(true));
    return () => domNode.remove();
  }, []);
  return (
    <div ref={place} id="api-viewer">
      {failed && (
        <Alert tone="bad">
          The viewer could not be loaded; the document itself is at {api.service.openapi.path}.
        </Alert>
      )}
    </div>
  );
}

async function draw(domNode: HTMLElement): Promise<void> {
  const { default: swaggerUi } = await import("swagger-ui-dist/swagger-ui-es-bundle.js");
  swaggerUi({
    domNode,
    url: api.service.openapi.path,
    validatorUrl: null,
    deepLinking: true,
    displayOperationId: false,
    displayRequestDuration: true,
    defaultModelsExpandDepth: -1,
    docExpansion: "list",
    filter: true,
    syntaxHighlight: { theme: "nord" },
    plugins: [accessible],
  });
}
