import Link from "next/link";
import type { ReactNode } from "react";

import { Command } from "@/components/service/command";
import { text } from "@/console/text/docs";

import { callersOf, type DocumentedOperation, operationsByTag } from "./operations";

const TONES: Record<string, string> = {
  GET: "text-tide",
  DELETE: "text-bad",
};

/** Every operation of the API by tag, each collapsed to a line; it works without JavaScript. */
export function Reference() {
  return operationsByTag().map(({ tag, operations }) => {
    const id = `about-${tag.toLowerCase().replaceAll(" ", "-")}`;
    return (
      <section key={tag} aria-labelledby={id} className="flex flex-col gap-3">
        <h2 id={id} className="text-lg font-semibold">
          {tag}
        </h2>
        <div className="border-line bg-sheet rounded-card divide-line divide-y border">
          {operations.map((operation) => (
            <Operation key={operation.operationId} {...operation} />
          ))}
        </div>
      </section>
    );
  });
}

function Operation({ method, path, ...operation }: DocumentedOperation) {
  const { requestBody, responses, parameters } = operation;
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const codes = Object.entries(responses).flatMap(([status, { description }]) =>
    Number(status) < 400
      ? []
      : [...description.matchAll(/`(\w+)`:/g)].map((match) => ({ status, code: match[1] ?? "" })),
  );
  return (
    <details id={operation.operationId} className="group target:bg-tide-soft scroll-mt-6">
      <summary className="hover:bg-well flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-0.5 px-5 py-2.5">
        <span className={`w-14 font-mono text-xs font-semibold ${TONES[method] ?? "text-good"}`}>
          {method}
        </span>
        <span className="font-mono text-sm wrap-anywhere">{path}</span>
        <span className="text-muted text-sm">{operation.summary}</span>
      </summary>
      <div className="flex flex-col gap-5 px-5 pt-1 pb-5">
        <p className="text-muted text-sm">{callersOf(operation)}</p>
        {parameters.length > 0 && (
          <Part title={text.parameters}>
            <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[12rem_minmax(0,1fr)]">
              {parameters.map(({ name, in: location, required, description }) => (
                <div key={`${location} ${name}`} className="contents">
                  <dt className="font-mono text-xs leading-5 wrap-anywhere">{name}</dt>
                  <dd className="text-muted">
                    {location}
                    {required && `, ${text.required}`}
                    {description && `. ${description}`}
                  </dd>
                </div>
              ))}
            </dl>
          </Part>
        )}
        {requestBody && <Bodies title={text.body} content={requestBody.content} />}
        {successes.map(([status, { content = {} }]) => (
          <Bodies key={status} title={text.response(status)} content={content} />
        ))}
        <Part title={text.errors}>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
            {codes.map(({ status, code }) => (
              <li key={code}>
                <span className="text-muted tabular-nums">{status}</span>{" "}
                <Link
                  prefetch={false}
                  href={`/docs/errors#${code}`}
                  className="text-tide font-mono underline-offset-4 hover:underline"
                >
                  {code}
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      </div>
    </details>
  );
}

type BodiesProps = { title: string; content: Record<string, { example?: unknown }> };

function Bodies({ title, content }: BodiesProps) {
  const types = Object.entries(content);
  return (
    <Part title={title}>
      {types.length === 0 && <p className="text-muted text-sm">{text.noBody}</p>}
      {types.map(([type, { example }]) => (
        <div key={type} className="flex flex-col gap-1.5">
          <p className="text-muted font-mono text-xs">{type}</p>
          {example !== undefined && <Command>{JSON.stringify(example, null, 2)}</Command>}
        </div>
      ))}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </div>
  );
}
