import { readFileSync } from 'node:fs';
import {
  alignments,
  buttonActions,
  buttonMethods,
  comparisonOperators,
  deletionRules,
  filterOperators,
  filterTypes,
  groupSteps,
  pinnedSides,
  readMethods,
  searchModes,
  sortDirections,
  tableControls,
  tableJobStatuses,
  viewDefaultScopes,
  viewDensities,
  viewModes,
} from '@rowhouse/table-protocol/internal';
// Version 7 has no compiler API for syntax trees.
import ts from 'typescript-for-vue';
import { code } from './markdown.ts';
import {
  alternatives,
  innerOf,
  membersOf as membersOfShape,
  partsOfShape,
  type ShapeMember,
  shapeOf,
} from './shapeSyntax.ts';

/** A field of a type of the wire. */
export interface WireField {
  /** From the type's root: `meta.start`, `columns[].name`. */
  readonly path: string;
  /** In words. */
  readonly type: string;
  readonly isOptional: boolean;
  readonly meaning: string;
}

const words: Readonly<Record<string, readonly string[]>> = {
  Alignment: alignments,
  ButtonAction: buttonActions,
  ButtonMethod: buttonMethods,
  ComparisonOperator: comparisonOperators,
  DeletionRule: deletionRules,
  FilterOperator: [...new Set(Object.values(filterOperators).flat())],
  FilterType: filterTypes,
  GroupStep: groupSteps,
  PinnedSide: pinnedSides,
  ReadMethod: readMethods,
  SearchMode: searchModes,
  SortDirection: sortDirections,
  TableControl: tableControls,
  TableJobStatus: tableJobStatuses,
  ViewDefaultScope: viewDefaultScopes,
  ViewDensity: viewDensities,
  ViewMode: viewModes,
};

const folder = new URL('../../packages/table-protocol/src/', import.meta.url);
const declarations = new Map(
  [
    ...[
      'actions.ts',
      'cells.ts',
      'changes.ts',
      'dataRequest.ts',
      'dataResponse.ts',
      'editing.ts',
      'facets.ts',
      'filterGroups.ts',
      'filters.ts',
      'groups.ts',
      'imports.ts',
      'init.ts',
      'job.ts',
      'linked.ts',
    ],
    ...[
      'names.ts',
      'problem.ts',
      'records.ts',
      'related.ts',
      'statistics.ts',
      'viewRequests.ts',
      'viewState.ts',
      'views.ts',
    ],
  ].flatMap((file) =>
    ts
      .createSourceFile(file, readFileSync(new URL(file, folder), 'utf8'), ts.ScriptTarget.Latest, true)
      .statements.filter(isDeclaration)
      .map((declaration) => [declaration.name.text, declaration] as const),
  ),
);

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

function isDeclaration(statement: ts.Statement): statement is Declaration {
  return ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
}

/** All fields of a type, those of objects within it included. Throws when one has no comment. */
export function fieldsOf(name: string): WireField[] {
  const declaration = declarations.get(name);
  if (declaration === undefined) throw new Error(`packages/table-protocol/src has no type ${name}.`);

  const shape = shapeOf(declaration);
  if (shape !== null) return membersOfShape(shape).flatMap((member) => fieldsOfShape(member, name, ''));

  return membersOf(declaration).flatMap((member) => fieldsOfMember(member, name, ''));
}

function fieldsOfShape(member: ShapeMember, owner: string, root: string): WireField[] {
  const path = `${root}${member.name}`;
  const inner = innerOf(member.value);
  const meaning = commentOf(member.node);
  if (meaning === '' && inner === null) throw withoutComment(owner, path);
  const field = {
    path,
    type: alternatives(partsOfShape(member.value)),
    isOptional: member.isOptional,
    meaning,
  };
  const below =
    inner &&
    membersOfShape(inner.object).flatMap((one) => fieldsOfShape(one, owner, `${path}${inner.suffix}.`));

  return [field, ...(below ?? [])];
}

function withoutComment(owner: string, path: string): Error {
  return new Error(`${owner}.${path} has no comment. Say in packages/table-protocol/src what it is.`);
}

/** The object literals of an alias: the members of a mapped type are unknown. */
function membersOf(declaration: Declaration): readonly ts.TypeElement[] {
  if (ts.isInterfaceDeclaration(declaration)) return declaration.members;
  const { type } = declaration;
  const parts: readonly ts.TypeNode[] = ts.isIntersectionTypeNode(type) ? type.types : [type];

  return parts.filter(ts.isTypeLiteralNode).flatMap(({ members }) => [...members]);
}

function fieldsOfMember(member: ts.TypeElement, owner: string, root: string): WireField[] {
  if (!ts.isPropertySignature(member) || member.type === undefined || !ts.isIdentifier(member.name)) {
    throw new Error(`${owner} has a member that is no property: ${member.getText()}`);
  }
  const path = `${root}${member.name.text}`;
  const inner = innerObject(member.type);
  const meaning = commentOf(member);
  if (meaning === '' && inner === null) throw withoutComment(owner, path);
  const field = {
    path,
    type: typeText(member.type),
    isOptional: member.questionToken !== undefined,
    meaning,
  };
  const below = inner?.node.members.flatMap((one) => fieldsOfMember(one, owner, `${path}${inner.suffix}.`));

  return [field, ...(below ?? [])];
}

/** The object that is written out within a type, as itself or as the entries of a list. */
function innerObject(type: ts.TypeNode): { node: ts.TypeLiteralNode; suffix: string } | null {
  if (ts.isTypeLiteralNode(type)) return { node: type, suffix: '' };

  return ts.isArrayTypeNode(type) && ts.isTypeLiteralNode(type.elementType)
    ? { node: type.elementType, suffix: '[]' }
    : null;
}

function commentOf(member: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(member)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function typeText(type: ts.TypeNode): string {
  return alternatives(partsOf(type));
}

/** What a value may be, each in words. */
function partsOf(type: ts.TypeNode): string[] {
  if (ts.isUnionTypeNode(type)) return [...new Set(type.types.flatMap(partsOf))];
  if (ts.isArrayTypeNode(type)) return [listText(partsOf(type.elementType))];
  if (ts.isTypeLiteralNode(type)) return ['object'];
  if (ts.isLiteralTypeNode(type)) return [literalText(type)];
  if (ts.isTupleTypeNode(type)) return ['empty list'];
  if (ts.isTypeReferenceNode(type)) return partsOfReference(type);

  return [type.kind === ts.SyntaxKind.UnknownKeyword ? 'anything' : type.getText()];
}

function listText(entries: readonly string[]): string {
  const text = alternatives(entries);

  return entries.length === 1 ? `list of ${text}` : `list of (${text})`;
}

function literalText({ literal }: ts.LiteralTypeNode): string {
  if (literal.kind === ts.SyntaxKind.NullKeyword) return 'null';

  return code(ts.isStringLiteral(literal) ? literal.text || '""' : literal.getText());
}

function partsOfReference({ typeName, typeArguments }: ts.TypeReferenceNode): string[] {
  const name = typeName.getText();
  const known = words[name];
  if (known !== undefined) return known.map(code);
  const target = declarations.get(name);
  if (target !== undefined && ts.isTypeAliasDeclaration(target) && ts.isUnionTypeNode(target.type)) {
    return partsOf(target.type);
  }
  if (name === 'Row') return ['object'];
  if (name !== 'Record') return [`[${name}](#${name.toLowerCase()})`];
  const value = typeText(typeArguments![1]!);

  return [value.startsWith('object') ? 'object of objects' : `object of ${value}`];
}
