import { masked } from './Mask.ts';
import { isOfGrant } from './maskForm.ts';
import type { MaskRules } from './rules.ts';

type Field =
  | { readonly name: string; readonly value: unknown }
  | { readonly name: string; readonly file: string; readonly type: string; readonly size: number };

const mostFields = 1_000;

/** Describes a form with files: fields masked, files by name, type and size. */
export function maskFormData(form: FormData, rules: MaskRules): Field[] {
  const fields: Field[] = [];

  for (const [name, value] of form) {
    if (fields.length >= mostFields) break;
    fields.push(
      typeof value === 'string'
        ? field(name, value, rules)
        : file(name, value.name, value.type, value.size, rules),
    );
  }
  return withoutCode(fields, rules);
}

/** The same for a body as it is sent; null when it is no multipart body. */
export function maskMultipart(body: string, contentType: string, rules: MaskRules): Field[] | null {
  const boundary = /boundary\s{0,4}=\s{0,4}(?:"([^"]{1,200})"|([^\s;,]{1,200}))/i.exec(contentType);
  const delimiter = boundary && `--${boundary[1] ?? boundary[2]}`;
  if (delimiter === null || !body.includes(delimiter)) return null;
  const fields: Field[] = [];

  for (const part of body.split(delimiter).slice(1, mostFields + 1)) {
    if (part.startsWith('--')) break;
    fields.push(readPart(part, rules));
  }
  return withoutCode(fields, rules);
}

function withoutCode(fields: Field[], { isSecretName }: MaskRules): Field[] {
  if (!fields.some(({ name }) => isOfGrant(name))) return fields;

  return fields.map((one) =>
    'value' in one && isSecretName(one.name, 'grant') ? { ...one, value: masked } : one,
  );
}

function readPart(part: string, rules: MaskRules): Field {
  const separator = /\r?\n\r?\n/.exec(part);
  const head = separator === null ? part : part.slice(0, separator.index);
  const body =
    separator === null ? '' : part.slice(separator.index + separator[0].length).replace(/\r?\n$/, '');
  const disposition = /content-disposition:([^\n]{0,2000})/i.exec(head)?.[1] ?? '';
  const name = parameter(disposition, 'name') ?? '';
  const filename = parameter(disposition, 'filename') ?? parameter(disposition, 'filename\\*');
  const type = /content-type:[ \t]{0,8}([^\s;]{1,100})/i.exec(head)?.[1];
  const isText = type === undefined || /^text\/|json|xml/i.test(type);

  return filename === null && isText
    ? field(name, body, rules)
    : file(name, filename ?? '', type ?? 'application/octet-stream', Buffer.byteLength(body), rules);
}

function parameter(disposition: string, name: string): string | null {
  const found = new RegExp(`[;\\s]${name}=(?:"([^"]{0,500})"|([^\\s;]{1,500}))`, 'i').exec(disposition);

  return found === null ? null : (found[1] ?? found[2] ?? '');
}

function field(name: string, value: string, { isSecretName, text, nested }: MaskRules): Field {
  return { name: text(name), value: isSecretName(name) && value !== '' ? masked : nested(value) };
}

function file(name: string, filename: string, type: string, size: number, { text }: MaskRules): Field {
  return { name: text(name), file: text(filename), type: text(type), size };
}
