/** Full name of a button's route; null for a button without one. */
export function buttonRoute(
  routePrefix: string,
  button: { readonly routeSuffix?: string; readonly fullRoute?: string },
): string | null {
  if (button.fullRoute !== undefined) return button.fullRoute;
  return button.routeSuffix === undefined ? null : `${routePrefix}.${button.routeSuffix}`;
}
