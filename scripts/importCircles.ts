/** File → files that it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Groups of files that import each other, directly or by others (Tarjan's algorithm). */
export function importCircles(imports: Imports): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): number {
    order.set(file, order.size);
    let low = order.size - 1;
    open.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === order.get(file)) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle);
    }

    return low;
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file);

  return circles;
}
