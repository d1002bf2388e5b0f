/** Labels of permissions. */
export const views = {
  Views: 'Ansichten',
  'Share views of tables, and set defaults for others':
    'Ansichten von Tabellen teilen und Vorgaben für andere setzen',
};
