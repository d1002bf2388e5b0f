import { escapeAttribute } from './escapeText.ts';

/** The cell styles of a workbook. */
export interface Styles {
  /** Index of the style with a number format, which is made when first asked for. */
  withFormat(code: string): number;
  toXml(): string;
}

/** Indexes of the styles that every workbook has. */
export const fixedStyles = {
  header: 1,
  /** What could be taken for a formula when it is edited. */
  text: 2,
  /** Numbers that are written as text. */
  longNumber: 3,
  /** Whole numbers long enough for the general format to show an exponent. */
  integer: 4,
} as const;

const firstOwnFormat = 164;
const firstOwnStyle = 5;

export function createStyles(): Styles {
  const codes: string[] = [];

  return {
    withFormat(code) {
      if (!codes.includes(code)) codes.push(code);

      return firstOwnStyle + codes.indexOf(code);
    },
    toXml: () => stylesXml(codes),
  };
}

function stylesXml(codes: readonly string[]): string {
  const formats = codes.map(
    (code, index) => `<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${escapeAttribute(code)}"/>`,
  );
  const styles = [
    style(0),
    style(0, ' fontId="1" applyFont="1"'),
    style(49, ' quotePrefix="1"'),
    style(49, ' applyAlignment="1"', '<alignment horizontal="right"/>'),
    style(1),
    ...codes.map((_code, index) => style(firstOwnFormat + index)),
  ];

  return `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${
    formats.length === 0 ? '' : `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`
  }<fonts count="2">${font()}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

function font(emphasis = ''): string {
  return `<font>${emphasis}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
}

function style(format: number, attributes = '', content = ''): string {
  const fontId = attributes.includes('fontId') ? '' : ' fontId="0"';
  const applied = format === 0 ? '' : ' applyNumberFormat="1"';

  return `<xf numFmtId="${format}"${fontId} fillId="0" borderId="0" xfId="0"${applied}${attributes}${
    content === '' ? '/>' : `>${content}</xf>`
  }`;
}
