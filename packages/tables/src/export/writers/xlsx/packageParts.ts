import { escapeAttribute } from './escapeText.ts';

export interface PackagePart {
  readonly path: string;
  readonly xml: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const references = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument';
const properties = `${declaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Rowhouse</Application></Properties>`;

/** The parts of a workbook besides its sheets. The first bytes matter: some programs detect the file type by them. */
export const packageParts = {
  first: (styles: string): PackagePart[] => [
    {
      path: '_rels/.rels',
      xml: relationships([
        ['officeDocument', 'xl/workbook.xml'],
        ['extended-properties', 'docProps/app.xml'],
      ]),
    },
    { path: 'docProps/app.xml', xml: properties },
    { path: 'xl/styles.xml', xml: declaration + styles },
  ],
  sheetPath: (sheet: number) => `xl/worksheets/sheet${sheet}.xml`,
  /** `names` of the sheets, in order. */
  last: (names: readonly string[]): PackagePart[] => [
    { path: 'xl/workbook.xml', xml: workbook(names) },
    {
      path: 'xl/_rels/workbook.xml.rels',
      xml: relationships([
        ...names.map((_name, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
        ['styles', 'styles.xml'],
      ]),
    },
    { path: '[Content_Types].xml', xml: contentTypes(names) },
  ],
};

function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${escapeAttribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );

  return `${declaration}<workbook xmlns="${spreadsheet}" xmlns:r="${references}"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets></workbook>`;
}

/** Type and target; the ids are rId1, rId2 and so on. */
function relationships(targets: readonly (readonly [string, string])[]): string {
  const items = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${references}/${type}" Target="${target}"/>`,
  );

  return `${declaration}<Relationships xmlns="${packages}/relationships">${items.join('')}</Relationships>`;
}

function contentTypes(names: readonly string[]): string {
  const parts = [
    ['docProps/app.xml', 'extended-properties'],
    ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
    ['xl/styles.xml', 'spreadsheetml.styles'],
    ...names.map((_name, index) => [packageParts.sheetPath(index + 1), 'spreadsheetml.worksheet']),
  ].map(([path, type]) => `<Override PartName="/${path}" ContentType="${contentType}.${type}+xml"/>`);

  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`;
}
