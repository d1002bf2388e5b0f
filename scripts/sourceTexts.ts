import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import type TypeScript from 'typescript-for-vue';

// TypeScript 7 has no interface for programs yet; this is the last compiler that has one.
const ts = createRequire(import.meta.url)('typescript-for-vue') as typeof TypeScript;

/** What the sources of a program say to users. */
export interface SourceTexts {
  /** English text → where it is: `packages/tables/src/errors.ts:12`. */
  readonly texts: ReadonlyMap<string, string>;
  /** Messages that are built at run time, so that no dictionary can have them. */
  readonly faults: string[];
}

/**
 * Collects what is declared as a text for users: the templates of `say`, and literals where the type is `Text` or
 * `EnglishText`, wherever the compiler finds that type: arguments, members, returned values, constants.
 */
export function sourceTexts(root: string, files: readonly string[]): SourceTexts {
  const texts = new Map<string, string>();
  const faults: string[] = [];
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    compilerOptions(),
  );
  const checker = program.getTypeChecker();
  const sources = files.flatMap((file) => program.getSourceFile(join(root, file)) ?? []);
  const codes = new Set(sources.flatMap((source) => codesOfDevelopers(source)));
  for (const source of sources) visit(source);

  return { texts, faults };

  function visit(node: TypeScript.Node): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isTaggedTemplateExpression(node)) {
      if (node.tag.getText() === 'say') add(templateText(node.template), node);
    } else if (ts.isExpression(node) && !takesTypeFromOutside(node)) {
      const kind = isName(node) || isCast(node) ? null : kindOf(checker.getContextualType(node));
      if (kind === 'text') collect(node);
      if (kind === 'value') refuseSentence(node);
    }
    // These messages are for developers and the log.
    const children = ts.isNewExpression(node) && isForDevelopers(node, codes) ? [] : childrenOf(node);
    for (const child of children) visit(child);
  }

  function collect(node: TypeScript.Expression): void {
    const constant = constantOf(node);
    if (constant !== null) {
      add(constant, node);
      return;
    }
    const type = typeOf(node);
    if (kindOf(type) === 'text') return;
    for (const part of partsOf(type)) {
      if (part.isStringLiteral()) add(part.value, node);
      else if (part.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.Any)) {
        faults.push(
          `${placeOf(node)}: ${brief(node)} is a message that no dictionary can have. Write it with say\`…\`, or declare it as EnglishText.`,
        );
      }
    }
  }

  function typeOf(node: TypeScript.Node): TypeScript.Type {
    const value = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : undefined;

    return value === undefined
      ? checker.getTypeAtLocation(node)
      : checker.getTypeOfSymbolAtLocation(value, node);
  }

  /** A sentence as a value of another one stays English. */
  function refuseSentence(node: TypeScript.Expression): void {
    for (const part of partsOf(checker.getTypeAtLocation(node))) {
      if (!part.isStringLiteral() || !/\p{L} \p{L}/u.test(part.value)) continue;
      faults.push(
        `${placeOf(node)}: "${part.value}" is a value of a message and is not translated. Write say\`…\`.`,
      );
    }
  }

  function add(text: string, node: TypeScript.Node): void {
    const words = text.replace(/\{\w+\}/g, '');
    if (/\p{L}/u.test(words) && !texts.has(text)) texts.set(text, placeOf(node));
  }

  function placeOf(node: TypeScript.Node): string {
    const source = node.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());

    return `${relative(root, source.fileName)}:${line + 1}`;
  }
}

function compilerOptions(): TypeScript.CompilerOptions {
  const root = join(import.meta.dirname, '..');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);

  return ts.parseJsonConfigFileContent({ compilerOptions: config.compilerOptions, files: [] }, ts.sys, root)
    .options;
}

function partsOf(type: TypeScript.Type): readonly TypeScript.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** A value of a text may be a number or a text; a text may not be a number. */
function kindOf(type: TypeScript.Type | undefined): 'text' | 'value' | null {
  const parts = type === undefined ? [] : partsOf(type);
  const isText = parts.some(
    ({ aliasSymbol, symbol }) => aliasSymbol?.name === 'EnglishText' || isClass(symbol),
  );
  if (!isText) return null;

  return parts.some(({ flags }) => flags & ts.TypeFlags.NumberLike) ? 'value' : 'text';
}

/** The class `Text` of problems; not that of the DOM. */
function isClass(symbol: TypeScript.Symbol | undefined): boolean {
  const [declaration] = symbol?.name === 'Text' ? (symbol.declarations ?? []) : [];

  return declaration?.getSourceFile().fileName.endsWith('/problems/src/Text.ts') === true;
}

/** Their parts are visited instead, with the same type. */
function takesTypeFromOutside(node: TypeScript.Expression): boolean {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;

    return kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;
  }

  return (
    ts.isParenthesizedExpression(node) || ts.isConditionalExpression(node) || ts.isNonNullExpression(node)
  );
}

/** The name of a member: `message` of `{ message: 'No.' }`. */
function isName({ parent, pos }: TypeScript.Expression): boolean {
  return ts.isPropertyAssignment(parent) && parent.name.pos === pos;
}

/** A message from elsewhere, whose text the program does not know: `error.message as EnglishText`. */
function isCast({ parent }: TypeScript.Expression): boolean {
  return ts.isAsExpression(parent);
}

function childrenOf(node: TypeScript.Node): TypeScript.Node[] {
  const children: TypeScript.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));

  return children;
}

/** `{0}` for each value, as `say` writes them. */
function templateText(template: TypeScript.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;

  return (
    template.head.text +
    template.templateSpans.map(({ literal }, index) => `{${index}}${literal.text}`).join('')
  );
}

function constantOf(node: TypeScript.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return null;
  const [left, right] = [constantOf(node.left), constantOf(node.right)];

  return left === null || right === null ? null : left + right;
}

/** Codes of the errors that a file defines, with the statuses whose messages are not sent. */
function codesOfDevelopers(source: TypeScript.SourceFile): string[] {
  const found: string[] = [];
  const search = (node: TypeScript.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'defineErrors') {
      const [, table] = node.arguments;
      const members = table !== undefined && ts.isObjectLiteralExpression(table) ? table.properties : [];
      for (const { name } of members.filter((member) => /\bstatus: 50[02]\b/.test(member.getText()))) {
        if (name !== undefined && ts.isStringLiteral(name)) found.push(name.text);
      }
    }
    ts.forEachChild(node, search);
  };
  search(source);

  return found;
}

function isForDevelopers(
  { arguments: [code] = [] as never }: TypeScript.NewExpression,
  codes: ReadonlySet<string>,
) {
  return code !== undefined && ts.isStringLiteral(code) && codes.has(code.text);
}

function brief(node: TypeScript.Node): string {
  const text = node.getText().replace(/\s+/g, ' ');

  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
