"use client";

import "swagger-ui-dist/swagger-ui.css";
import "./api-viewer.css";
import { useEffect, useRef, useState } from "react";

import { Alert } from "@/components/ui/alert";
import { text } from "@/console/text/docs";
import { serviceApi } from "@/lib/api-client/calls/service";

import { useDarkClass } from "./use-dark-class";
import { accessible } from "./viewer-plugin";

/** An interactive viewer of this service's OpenAPI document. It contacts no other host. */
export function ApiViewer() {
  const container = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useDarkClass();
  useEffect(() => {
    // React may run an effect twice, so each run draws into an element of its own.
    const domNode = document.createElement("div");
    container.current?.append(domNode);
    draw(domNode).catch(() => setFailed(true));
    return () => domNode.remove();
  }, []);
  return (
    <div ref={container} id="api-viewer">
      {failed && <Alert tone="bad">{text.viewerFailed(serviceApi.openapi.path)}</Alert>}
    </div>
  );
}

async function draw(domNode: HTMLElement): Promise<void> {
  const { default: swaggerUi } = await import("swagger-ui-dist/swagger-ui-es-bundle.js");
  swaggerUi({
    domNode,
    url: serviceApi.openapi.path,
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
