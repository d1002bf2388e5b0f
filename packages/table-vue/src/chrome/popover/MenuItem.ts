/** One entry of a menu. */
export interface MenuItem {
  /** Unique in its menu. */
  readonly key: string;
  /** Translated. */
  readonly label: string;
  /** Whether it is on; left out for entries that act. */
  readonly checked?: boolean;
  readonly icon?: string;
  /** Makes it a link, which the browser follows by itself unless it `asks` first. */
  readonly href?: string;
  readonly asks?: boolean;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  /** Stands apart from the entries before it. */
  readonly apart?: boolean;
}
