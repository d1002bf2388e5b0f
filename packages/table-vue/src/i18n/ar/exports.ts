/** Arabic texts of the dialog of exports. */
export const exports = {
  'Export options': 'خيارات التصدير',
  Format: 'التنسيق',
  Rows: 'الصفوف',
  'All that match': 'كل المطابقة',
  Selected: 'المحددة',
  'At most {most} selected rows can be exported. Filter the rows, or select all that match.':
    'يمكن تصدير {most} صفًا محددًا على الأكثر. رشّح الصفوف أو حدّد كل المطابقة.',
  'As grouped on the screen': 'مجمّعة كما على الشاشة',
  'The groups are the first columns.': 'المجموعات هي الأعمدة الأولى.',
  'Each group is a line that can be folded, with its count and totals.':
    'كل مجموعة سطر قابل للطي، مع عدد صفوفها ومجاميعها.',
  All: 'الكل',
  'On the screen': 'على الشاشة',
  None: 'لا شيء',
  'Choose at least one column.': 'اختر عمودًا واحدًا على الأقل.',
};
