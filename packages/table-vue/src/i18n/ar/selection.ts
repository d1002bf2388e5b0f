/** Texts of the selection of rows. */
export const selection = {
  '{rows}: all that match': '{rows}: كل الصفوف المطابقة',
  '{rows}: all that match, except {excepted}': '{rows}: كل الصفوف المطابقة باستثناء {excepted}',
  'All rows that match are selected': 'كل الصفوف المطابقة محددة',
  'All rows that match are selected, except {excepted}': 'كل الصفوف المطابقة محددة باستثناء {excepted}',
  'Select all that match': 'تحديد كل الصفوف المطابقة',
  'Select all {count} that match': 'تحديد كل الصفوف المطابقة ({count})',
  '{label}, average': '{label}، المتوسط',
  'Selected rows': 'الصفوف المحددة',
  'No longer there: {count}': 'لم تعد موجودة: {count}',
  'Only for rows that are selected one by one.': 'للصفوف المحددة واحدًا واحدًا فقط.',
  'Other rows match now, so that all matching rows are no longer selected.':
    'تطابق الآن صفوف أخرى، لذلك لم تعد كل الصفوف المطابقة محددة.',
  '{name} takes at most {most} rows. Select fewer, or all that match.':
    'يقبل {name} {most} صف على الأكثر. حدّد صفوفًا أقل، أو كل الصفوف المطابقة.',
  'At most {most} rows can be left out. Filter the rows, then select all that match.':
    'يمكن استثناء {most} صف على الأكثر. رشّح الصفوف، ثم حدّد كل الصفوف المطابقة.',
};
