import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
// Version 7 has no compiler API for syntax trees.
import ts from 'typescript-for-vue';
import { inferredInterface } from './shapeSyntax.ts';

/** Something that an entry of a package exports. */
export interface PublicSymbol {
  readonly name: string;
  /** The docstring; empty without one. */
  readonly description: string;
  /** Its declarations without bodies, as TypeScript. */
  readonly code: string;
  /** Whether it exists at run time. */
  readonly isValue: boolean;
}

const parsed = new Map<string, ts.SourceFile>();

/** All exports of a source file, those of other files included, by name. Throws where one is not found. */
export function publicSymbols(file: string): PublicSymbol[] {
  const names = new Map<string, PublicSymbol>();
  for (const statement of sourceOf(file).statements) {
    if (ts.isExportDeclaration(statement)) {
      for (const symbol of reExports(statement, file)) names.set(symbol.name, symbol);
    } else if (isExported(statement)) {
      for (const name of namesOf(statement)) names.set(name, declaredIn(file, name, name));
    }
  }

  return [...names.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function reExports(statement: ts.ExportDeclaration, file: string): PublicSymbol[] {
  const { moduleSpecifier, exportClause } = statement;
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  const from = moduleSpecifier.text;
  if (!from.startsWith('.')) {
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) return [];

    return exportClause.elements.map(({ name }) => ({
      name: name.text,
      description: `Of \`${from}\`.`,
      code: `export { ${name.text} } from '${from}';`,
      isValue: false,
    }));
  }
  const target = join(dirname(file), from);
  if (exportClause === undefined) return publicSymbols(target);
  if (!ts.isNamedExports(exportClause)) return [];

  return exportClause.elements.map(({ name, propertyName }) =>
    declaredIn(target, (propertyName ?? name).text, name.text),
  );
}

/** The declarations of a name in a file, or in the file that it is exported from there. */
function declaredIn(file: string, name: string, exportedAs: string): PublicSymbol {
  if (file.endsWith('.vue')) {
    const description =
      /<script[^>]*>[\s\S]*?\/\*\*([\s\S]*?)\*\//.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    const text = description.replace(/^\s*\* ?/gm, '').trim();

    return { name: exportedAs, description: text, code: `const ${exportedAs}: Component;`, isValue: true };
  }
  const source = sourceOf(file);
  const own = source.statements.filter((statement) => namesOf(statement).includes(name));
  if (own.length > 0) {
    return {
      name: exportedAs,
      description: own.map(commentOf).find((text) => text !== '') ?? '',
      code: signaturesOf(own, source).join('\n'),
      isValue: own.some((node) => !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)),
    };
  }
  const further = publicSymbols(file).find((symbol) => symbol.name === name);
  if (further === undefined) throw new Error(`${file} exports no ${name}.`);

  return { ...further, name: exportedAs };
}

/** Of overloads, all but the implementation. */
function signaturesOf(declarations: readonly ts.Statement[], source: ts.SourceFile): string[] {
  const overloads = declarations.filter((node) => ts.isFunctionDeclaration(node) && node.body === undefined);
  const shown = overloads.length > 0 ? overloads : declarations;

  return shown.map((node) => signatureOf(node, source));
}

function signatureOf(node: ts.Statement, source: ts.SourceFile): string {
  const inferred = inferredInterface(node);
  if (inferred !== null) return inferred;
  const text = (until: number) =>
    source.text
      .slice(node.getStart(source), until)
      .replace(/^export (?:default )?(?:declare )?(?:async )?/, '')
      .trim();
  if (ts.isFunctionDeclaration(node))
    return `${text(node.body?.getStart(source) ?? node.end).replace(/;$/, '')};`;
  if (ts.isClassDeclaration(node)) return classText(node, source);
  if (ts.isVariableStatement(node)) {
    const [declaration] = node.declarationList.declarations;
    const { type, initializer } = declaration as ts.VariableDeclaration;
    if (type !== undefined) return `${text(type.end)};`;

    return (initializer?.end ?? 0) - (initializer?.getStart(source) ?? 0) < 400
      ? text(node.end)
      : `const ${declaration?.name.getText(source)};`;
  }

  return text(node.end);
}

/** A class with its public members, without bodies. */
function classText(node: ts.ClassDeclaration, source: ts.SourceFile): string {
  const start = source.text.slice(node.getStart(source), node.members.pos).replace(/^export /, '');
  const members = node.members.filter(
    (member) =>
      !(member.name !== undefined && ts.isPrivateIdentifier(member.name)) &&
      !ts.getModifiers(member as ts.HasModifiers)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword),
  );
  const lines = members.map((member) => {
    const body = 'body' in member ? (member.body as ts.Node | undefined) : undefined;
    const initializer = ts.isPropertyDeclaration(member) && member.type ? member.initializer : undefined;
    const end =
      body?.getStart(source) ?? (initializer ? (member as ts.PropertyDeclaration).type?.end : member.end);
    const comment = commentOf(member);

    return `${comment === '' ? '' : `  /** ${comment.replaceAll('\n', '\n   * ')} */\n`}  ${source.text
      .slice(member.getStart(source), end)
      .trim()
      .replace(/;$/, '')};`;
  });

  return `${start.trim()}\n${lines.join('\n')}\n}`;
}

function commentOf(node: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map((doc) => {
      const tags = (doc.tags ?? []).map((tag) =>
        tag
          .getText()
          .replace(/\s*\n\s*\*?\s*/g, ' ')
          .trim(),
      );

      return [ts.getTextOfJSDocComment(doc.comment) ?? '', ...tags].filter(Boolean).join('\n\n');
    })
    .join('\n')
    .trim();
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);

  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;

  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function sourceOf(file: string): ts.SourceFile {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  if (!existsSync(file)) throw new Error(`${file} does not exist.`);
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  parsed.set(file, source);

  return source;
}
