/** Texts of the templates of the service's tables. */
export const templates = {
  'E-mail': 'البريد الإلكتروني',
  Status: 'الحالة',
  Total: 'المجموع',
  'The selected record is about to be deleted. Are you sure?': 'سيُحذف السجل المحدد. هل أنت متأكد؟',

  Users: 'المستخدمون',
  Name: 'الاسم',
  Role: 'الدور',
  Administrator: 'مسؤول',
  Supervisor: 'مشرف',
  User: 'مستخدم',
  Active: 'نشط',
  'May sign in': 'يمكنه تسجيل الدخول',
  Language: 'اللغة',
  Created: 'أُنشئ',
  Invited: 'مدعو',
  'Has not chosen a password yet': 'لم يختر كلمة مرور بعد',
  Create: 'إنشاء',
  'Act as this user': 'التصرف باسم هذا المستخدم',
  'You will act as this user for an hour at most, until you stop. Continue?':
    'ستتصرف باسم هذا المستخدم ساعة على الأكثر، إلى أن تنهي ذلك. هل تريد المتابعة؟',

  'API logs': 'سجل API',
  Time: 'الوقت',
  Direction: 'الاتجاه',
  Inbound: 'وارد',
  Outbound: 'صادر',
  Method: 'الطريقة',
  Permission: 'الإذن',
  'The route that was called, or during which the call was made':
    'المسار الذي استُدعي، أو الذي جرى الاستدعاء خلاله',
  URL: 'URL',
  Attempt: 'المحاولة',
  Duration: 'المدة',
  'In milliseconds': 'بالميلي ثانية',
  Error: 'خطأ',
};
