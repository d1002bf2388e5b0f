/** The links and headings of Markdown, as code hosts understand them. The site gives headings the same anchors. */

export interface Link {
  readonly line: number;
  readonly target: string;
}

/** Links and images outside of code: `[text](target)`, `![text](target)` and `src="target"`. */
export function linksOf(markdown: string): Link[] {
  const pattern =
    /!?\[(?:[^\]\\]|\\.|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|\b(?:src|href)="([^"]+)"/g;

  return textLines(markdown).flatMap((text, index) =>
    [...text.matchAll(pattern)].map(([, target, attribute]) => ({
      line: index + 1,
      target: target ?? attribute ?? '',
    })),
  );
}

/** The anchors of the headings, a number added where one is taken. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const line of textLines(markdown, { keepSpans: true })) {
    const heading = /^#{1,6} +(.+?) *#*$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const slug = headingSlug(heading.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1'));
    let anchor = slug;
    for (let number = 1; anchors.has(anchor); number++) anchor = `${slug}-${number}`;
    anchors.add(anchor);
  }

  return anchors;
}

/** The anchor of a heading's text. */
export function headingSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/** The lines, with those of fenced blocks empty, and without code spans unless they are kept. */
function textLines(markdown: string, { keepSpans = false } = {}): string[] {
  let fence: string | null = null;

  return markdown.split('\n').map((line) => {
    const mark = /^ *(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      return '';
    }
    fence = mark;
    if (fence !== null) return '';

    return keepSpans ? line : line.replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/g, '``');
  });
}
