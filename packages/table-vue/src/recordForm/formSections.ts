import type { RecordField } from '@rowhouse/table-protocol';

/** Fields under one heading. */
export interface FormSection {
  /** Empty for the fields above the first heading. */
  readonly title: string;
  /** Number of earlier sections with the same title. */
  readonly namesakes: number;
  readonly fields: readonly RecordField[];
}

/** Neighbours with the same heading are one section. */
export function formSections(fields: readonly RecordField[]): FormSection[] {
  const sections: { title: string; namesakes: number; fields: RecordField[] }[] = [];
  for (const field of fields) {
    const { section: title = '' } = field;
    const last = sections.at(-1);
    if (last?.title === title) last.fields.push(field);
    else {
      const namesakes = sections.filter((other) => other.title === title).length;
      sections.push({ title, namesakes, fields: [field] });
    }
  }

  return sections;
}
