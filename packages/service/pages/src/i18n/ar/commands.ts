/** Arabic texts of the menu of commands. */
export const commands = {
  Commands: 'الأوامر',
  'Search pages, tables and actions': 'البحث في الصفحات والجداول والإجراءات',
  'Recently used': 'المستخدمة مؤخرًا',
  'This table': 'هذا الجدول',
  'This row': 'هذا الصف',
  Overview: 'نظرة عامة',
};
