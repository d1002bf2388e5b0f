/** Labels of permissions. */
export const locales = {
  de: {
    Views: 'Ansichten',
    'Share views of tables, and set defaults for others':
      'Ansichten von Tabellen teilen und Vorgaben für andere setzen',
  },
  fr: {
    Views: 'Vues',
    'Share views of tables, and set defaults for others':
      'Partager des vues de tables et définir celles par défaut pour les autres',
  },
  es: {
    Views: 'Vistas',
    'Share views of tables, and set defaults for others':
      'Compartir vistas de tablas y fijar las predeterminadas de otros',
  },
  ro: {
    Views: 'Vizualizări',
    'Share views of tables, and set defaults for others':
      'Partajarea vizualizărilor și stabilirea celor implicite pentru alții',
  },
  ar: {
    Views: 'طرق العرض',
    'Share views of tables, and set defaults for others': 'مشاركة طرق عرض الجداول وتحديد الافتراضية للآخرين',
  },
};
