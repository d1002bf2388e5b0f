import { globSync, readFileSync } from 'node:fs';
import * as protocol from '@rowhouse/table-protocol';
import * as internal from '@rowhouse/table-protocol/internal';
// Version 7 has no compiler API for syntax trees.
import ts from 'typescript-for-vue';

/** A member of a shape, as it is written in packages/table-protocol/src. */
export interface ShapeMember {
  readonly name: string;
  readonly node: ts.PropertyAssignment;
  readonly value: ts.Expression;
  readonly isOptional: boolean;
}

/** The object that an interface infers its members from: `interface Edit extends Infer<typeof edit> {}`. */
export function shapeOf(declaration: ts.Node): ts.ObjectLiteralExpression | null {
  if (!ts.isInterfaceDeclaration(declaration)) return null;
  const name = /^extends Infer<(?:ReturnType<)?typeof (\w+)/.exec(
    declaration.heritageClauses?.[0]?.getText() ?? '',
  )?.[1];

  return name === undefined ? null : objectOf(constantOf(name));
}

const folder = new URL('../../packages/table-protocol/src/', import.meta.url);

/** The initializers of all constants of the protocol, by name. */
const constants = new Map(
  globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] }).flatMap((file) =>
    ts
      .createSourceFile(file, readFileSync(new URL(file, folder), 'utf8'), ts.ScriptTarget.Latest, true)
      .statements.filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .flatMap(({ name, initializer }) => (initializer ? [[name.getText(), initializer] as const] : [])),
  ),
);

/** Throws where there is none. */
function constantOf(name: string): ts.Expression {
  const found = constants.get(name);
  if (found === undefined) throw new Error(`packages/table-protocol/src has no shape ${name}.`);

  return found;
}

/** The object literal of `object({…})`, also within a function of the type of rows. */
export function objectOf(value: ts.Expression): ts.ObjectLiteralExpression | null {
  if (ts.isArrowFunction(value) && !ts.isBlock(value.body)) return objectOf(value.body);
  if (!ts.isCallExpression(value)) return null;
  const [first] = value.arguments;

  return value.expression.getText() === 'object' && first && ts.isObjectLiteralExpression(first)
    ? first
    : null;
}

/** The members that are written out; those of `...each(names, shape)` are explained elsewhere. */
export function membersOf(object: ts.ObjectLiteralExpression): ShapeMember[] {
  return object.properties.filter(ts.isPropertyAssignment).map((node) => ({
    name: node.name.getText(),
    node,
    value: node.initializer,
    isOptional: ['optional', 'orNothing'].includes(callOf(node.initializer).name),
  }));
}

/** The object that is written out within a member, as itself or as the entries of a list. */
export function innerOf(value: ts.Expression): { object: ts.ObjectLiteralExpression; suffix: string } | null {
  const { name, first } = callOf(value);
  if (name === 'object') return { object: objectOf(value)!, suffix: '' };
  if (first === undefined) return null;
  const inner = ['optional', 'orNothing', 'fallback', 'list'].includes(name) ? innerOf(first) : null;

  return inner && { ...inner, suffix: name === 'list' ? `[]${inner.suffix}` : inner.suffix };
}

function callOf(value: ts.Expression) {
  if (!ts.isCallExpression(value)) return { name: value.getText(), first: undefined, rest: [], types: [] };

  return {
    name: value.expression.getText(),
    first: value.arguments[0],
    rest: value.arguments,
    types: (value.typeArguments ?? []).map((type) => type.getText()),
  };
}

/** What a value may be, each in words. */
export function partsOfShape(value: ts.Expression): string[] {
  const { name, first, rest, types } = callOf(value);
  switch (name) {
    case 'optional':
    case 'fallback':
      return partsOfShape(first!);
    case 'nullable':
    case 'orNothing':
      return [...partsOfShape(first!), 'null'];
    case 'anyOf':
      return [...new Set(rest.flatMap(partsOfShape))];
    case 'list':
      return [listText(partsOfShape(first!))];
    case 'record':
    case 'recordOf': {
      const text = alternatives(partsOfShape(name === 'record' ? first! : rest[1]!));
      return [text.startsWith('object') ? 'object of objects' : `object of ${text}`];
    }
    case 'oneOf':
      return wordsOf(first!).map(codeOf);
    case 'exactly':
      return [codeOf(first!.getText().replaceAll("'", '') || '""')];
    case 'scalar':
      return rest.map((one) => one.getText().replaceAll("'", ''));
    case 'ref': {
      const target = /^\w+/.exec(types[0] ?? '')?.[0];
      return target === 'readonly' ? partsOfShape(first!) : [`[${target}](#${target?.toLowerCase()})`];
    }
    case 'recursive':
      return partsOfShape((first as ts.ArrowFunction).body as ts.Expression);
    case 'object':
    case 'open':
      return ['object'];
    case 'integer':
    case 'count':
      return ['number'];
    case 'text':
      return ['string'];
    case 'number':
    case 'boolean':
    case 'anything':
      return [name];
    default:
      return [...new Set(partsOfShape(constantOf(name)))];
  }
}

/** The words of `oneOf(words)`: a list, or the name of a constant of the protocol. */
function wordsOf(list: ts.Expression): readonly string[] {
  if (ts.isArrayLiteralExpression(list)) return list.elements.map((one) => one.getText().replaceAll("'", ''));
  const words: unknown = ({ ...protocol, ...internal } as Readonly<Record<string, unknown>>)[list.getText()];
  if (!Array.isArray(words)) throw new Error(`${list.getText()} is not a list of the protocol.`);

  return words;
}

function listText(entries: readonly string[]): string {
  const text = alternatives(entries);

  return entries.length === 1 ? `list of ${text}` : `list of (${text})`;
}

export function alternatives(parts: readonly string[]): string {
  const [last = '', ...others] = [...parts].reverse();

  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
}

function codeOf(text: string): string {
  return `\`${text}\``;
}

/** An interface whose members are inferred from a shape, as if they were written out; null for any other. */
export function inferredInterface(declaration: ts.Node): string | null {
  const shape = shapeOf(declaration);
  if (shape === null || !ts.isInterfaceDeclaration(declaration)) return null;
  const parameters = declaration.typeParameters?.map((one) => one.getText()).join(', ');
  const name = `${declaration.name.text}${parameters === undefined ? '' : `<${parameters}>`}`;

  return `interface ${name} {\n${membersText(shape, '  ')}}`;
}

function membersText(object: ts.ObjectLiteralExpression, indent: string): string {
  const spread = object.properties.filter(ts.isSpreadAssignment).map(({ expression }) => {
    const [names, value] = (expression as ts.CallExpression).arguments;

    return `${indent}[name in (typeof ${names?.getText()})[number]]: ${typeOf(value!, indent)};\n`;
  });
  const members = membersOf(object).map(({ name, node, value, isOptional }) => {
    const comment = node
      .getFullText()
      .slice(0, -node.getText().length)
      .trim()
      .replaceAll(/\n\s*\*/g, `\n${indent} *`);

    return `${comment && `${indent}${comment}\n`}${indent}${name}${isOptional ? '?' : ''}: ${typeOf(value, indent)};\n`;
  });

  return [...spread, ...members].join('');
}

/** The type of a shape, as TypeScript. */
function typeOf(value: ts.Expression, indent: string): string {
  const { name, first, rest, types } = callOf(value);
  switch (name) {
    case 'optional':
    case 'fallback':
      return typeOf(first!, indent);
    case 'nullable':
    case 'orNothing':
      return `${typeOf(first!, indent)} | null`;
    case 'anyOf':
      return rest.map((one) => typeOf(one, indent)).join(' | ');
    case 'list': {
      const entry = typeOf(first!, indent);
      return `${entry.includes(' | ') || entry.startsWith('(') ? `(${entry})` : entry}[]`;
    }
    case 'record':
      return `Record<string, ${typeOf(first!, indent)}>`;
    case 'recordOf':
      return `Record<(typeof ${first!.getText()})[number], ${typeOf(rest[1]!, indent)}>`;
    case 'oneOf':
      return ts.isArrayLiteralExpression(first!)
        ? first.elements.map((one) => one.getText()).join(' | ')
        : `(typeof ${first!.getText()})[number]`;
    case 'recursive':
      return 'FilterNode';
    case 'exactly':
      return first!.getText();
    case 'scalar':
      return types[0] ?? rest.map((one) => one.getText().replaceAll("'", '')).join(' | ');
    case 'object':
      return `{\n${membersText(objectOf(value)!, `${indent}  `)}${indent}}`;
    case 'integer':
    case 'count':
      return 'number';
    case 'text':
      return 'string';
    default:
      return types[0] ?? { anything: 'unknown', open: 'Record<string, unknown>' }[name] ?? name;
  }
}
