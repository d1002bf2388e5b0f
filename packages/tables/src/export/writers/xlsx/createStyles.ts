import { escapeAttribute } from './escapeText.ts';

/** The cell styles of a workbook. */
export interface Styles {
  readonly fixed: FixedStyles;
  /** Index of the style with a number format; created on first use. */
  withFormat(code: string): number;
}

/** Indexes of styles. */
export interface FixedStyles {
  readonly plain: number;
  /** Texts that editing could turn into a formula. */
  readonly text: number;
  /** Numbers that are written as text. */
  readonly longNumber: number;
  /** Whole numbers that the general format would show with an exponent. */
  readonly integer: number;
}

export interface WorkbookStyles extends Styles {
  /** Of the header. */
  readonly header: number;
  /** The same styles in bold. */
  bold(): Styles;
  toXml(): string;
}

interface Style {
  /** Id of a built-in format, or the code of another one. */
  readonly format: number | string;
  readonly bold?: boolean;
  readonly attributes?: string;
  readonly content?: string;
}

const firstOwnFormat = 164;
const kinds = ['plain', 'text', 'longNumber', 'integer'] as const;
const fixed: Readonly<Record<(typeof kinds)[number], Style>> = {
  plain: { format: 0 },
  text: { format: 49, attributes: ' quotePrefix="1"' },
  longNumber: { format: 49, attributes: ' applyAlignment="1"', content: '<alignment horizontal="right"/>' },
  integer: { format: 1 },
};

export function createStyles(): WorkbookStyles {
  const header: Style = { format: 0, bold: true };
  const styles: Style[] = [fixed.plain, header, fixed.text, fixed.longNumber, fixed.integer];
  const indexOf = (wanted: Style) => {
    const known = styles.findIndex(
      ({ format, bold, attributes }) =>
        format === wanted.format && bold === wanted.bold && attributes === wanted.attributes,
    );

    return known === -1 ? styles.push(wanted) - 1 : known;
  };
  const inWeight = (weight: Pick<Style, 'bold'>): Styles => ({
    fixed: Object.fromEntries(
      kinds.map((kind) => [kind, indexOf({ ...fixed[kind], ...weight })]),
    ) as unknown as FixedStyles,
    withFormat: (code) => indexOf({ format: code, ...weight }),
  });

  return {
    ...inWeight({}),
    header: styles.indexOf(header),
    bold: () => inWeight({ bold: true }),
    toXml: () => stylesXml(styles),
  };
}

function stylesXml(styles: readonly Style[]): string {
  const codes = [...new Set(styles.flatMap(({ format }) => (typeof format === 'string' ? [format] : [])))];
  const formats = codes.map(
    (code, index) => `<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${escapeAttribute(code)}"/>`,
  );
  const idOf = (format: Style['format']) =>
    typeof format === 'number' ? format : firstOwnFormat + codes.indexOf(format);
  const cells = styles.map((style) => styleXml(idOf(style.format), style));

  return `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${
    formats.length === 0 ? '' : `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`
  }<fonts count="2">${font()}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

function font(emphasis = ''): string {
  return `<font>${emphasis}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
}

function styleXml(format: number, { bold = false, attributes = '', content = '' }: Style): string {
  const font = bold ? ' fontId="1"' : ' fontId="0"';
  const applied = `${format === 0 ? '' : ' applyNumberFormat="1"'}${bold ? ' applyFont="1"' : ''}${attributes}`;

  return `<xf numFmtId="${format}"${font} fillId="0" borderId="0" xfId="0"${applied}${
    content === '' ? '/>' : `>${content}</xf>`
  }`;
}
