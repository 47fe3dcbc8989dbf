import type { ReactNode } from "react";

import { Command } from "@/components/service/command";
import { Link } from "@/components/ui/link";
import type { CodeLanguage } from "@/console/state/code-language";
import { operationCode } from "@/console/state/operation-code";
import { boundsOf, type Field, fieldsOf, type Schema, typeOf } from "@/console/state/schema-fields";
import { text } from "@/console/text/docs";

import { apiReference, callersOf, type DocumentedOperation, titleOf } from "./operations";
import { RequestCode } from "./request-code";
import { WithCode } from "./with-code";

const TONES: Record<string, string> = { GET: "text-tide", DELETE: "text-bad" };

/** The method of a request, in its colour. */
export function Method({ children }: { children: string }) {
  return (
    <span className={`w-14 font-mono text-xs font-semibold ${TONES[children] ?? "text-good"}`}>
      {children}
    </span>
  );
}

type Props = { operation: DocumentedOperation; origin: string; language: CodeLanguage };

/** An operation with its request, its responses and their fields. */
export function Operation({ operation, origin, language }: Props) {
  const { operationId, method, path, summary, parameters, requestBody, responses } = operation;
  const { title, note } = titleOf(summary);
  const { schemas } = apiReference();
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const code = operationCode({ ...operation, origin });
  const given = parameters.map(({ name, in: location, required, description, schema = {} }) => ({
    name,
    type: `${typeOf(schema, schemas)}, ${location}`,
    isRequired: required,
    bounds: boundsOf(schema, schemas),
    about: description ?? "",
  }));
  return (
    <section
      aria-labelledby={operationId}
      className="border-line bg-sheet rounded-card flex flex-col gap-5 border px-5 py-5"
    >
      <div className="flex flex-col gap-1.5">
        <h2 id={operationId} className="scroll-mt-8 text-lg font-semibold">
          <a href={`#${operationId}`} className="hover:underline">
            {title}
          </a>
        </h2>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Method>{method}</Method>
          <span className="font-mono text-sm wrap-anywhere">{path}</span>
        </p>
        {note && (
          <p>
            <WithCode>{note}</WithCode>
          </p>
        )}
        <p className="text-muted text-sm">{callersOf(operation)}</p>
      </div>
      <Fields title={text.parameters} fields={given} />
      {requestBody && <Bodies title={text.body} content={requestBody.content} />}
      {code !== null && (
        <Part title={text.request}>
          <RequestCode code={code} rendered={language} />
        </Part>
      )}
      {successes.map(([status, { content = {} }]) => (
        <Bodies key={status} title={text.response(status)} content={content} />
      ))}
      <Errors responses={responses} />
    </section>
  );
}

type Content = Record<string, { example?: unknown; schema?: Schema | undefined }>;

function Bodies({ title, content }: { title: string; content: Content }) {
  const { schemas } = apiReference();
  const types = Object.entries(content);
  return (
    <Part title={title}>
      {types.length === 0 && <p className="text-muted text-sm">{text.noBody}</p>}
      {types.map(([type, { example, schema = {} }]) => (
        <div key={type} className="flex flex-col gap-2">
          <p className="text-muted font-mono text-xs">{type}</p>
          <List fields={fieldsOf(schema, schemas)} />
          {example !== undefined && <Command>{JSON.stringify(example, null, 2)}</Command>}
        </div>
      ))}
    </Part>
  );
}

function Fields({ title, fields }: { title: string; fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <Part title={title}>
      <List fields={fields} />
    </Part>
  );
}

function List({ fields }: { fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className="divide-line divide-y text-sm">
      {fields.map(({ name, type, isRequired, bounds, about }) => (
        <div
          key={`${name} ${type}`}
          className="grid gap-x-6 py-1.5 sm:grid-cols-[14rem_minmax(0,1fr)]"
        >
          <dt className="font-mono text-xs leading-5 wrap-anywhere">{name}</dt>
          <dd>
            <span className="text-muted">
              {[isRequired ? `${type}, ${text.required}` : type, ...bounds].join(" · ")}
            </span>
            {about !== "" && (
              <span className="block">
                <WithCode>{about}</WithCode>
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Errors({ responses }: Pick<DocumentedOperation, "responses">) {
  const codes = Object.entries(responses).flatMap(([status, { description }]) =>
    Number(status) < 400
      ? []
      : [...description.matchAll(/`(\w+)`:/g)].map(([, code = ""]) => ({ status, code })),
  );
  return (
    <Part title={text.errors}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {codes.map(({ status, code }) => (
          <li key={code}>
            <span className="text-muted tabular-nums">{status}</span>{" "}
            <Link
              href={`/docs/errors#${code}`}
              className="text-tide font-mono underline-offset-4 hover:underline"
            >
              {code}
            </Link>
          </li>
        ))}
      </ul>
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
