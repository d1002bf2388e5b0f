/** Labels and groups of permissions, in Arabic, with the names that they contain. */
export const permissions = {
  'See the list of {name}': '{name}: عرض القائمة',
  'Export {name}': '{name}: تصدير',
  'Create {name}': '{name}: إنشاء',
  'See details of {name}': '{name}: عرض التفاصيل',
  'Change {name}': '{name}: تعديل',
  'Delete {name}': '{name}: حذف',
  'Download {name}': '{name}: تنزيل',
  'Filter {name} by {filter}': '{name}: تصفية حسب {filter}',
  Roles: 'الأدوار',
  'Create users': 'المستخدمون: إنشاء',
  'Change users': 'المستخدمون: تعديل',
  'Invite users': 'المستخدمون: دعوة',
  'See the list of roles': 'الأدوار: عرض القائمة',
  'See what a role may do': 'عرض ما يسمح به الدور',
  'Change what roles may do': 'تعديل ما تسمح به الأدوار',
  'See single API calls and their figures': 'عرض استدعاءات API المفردة وأرقامها',
  'Invite users by e-mail': 'دعوة المستخدمين بالبريد الإلكتروني',
  'See sessions and API keys of users': 'عرض جلسات المستخدمين ومفاتيح API الخاصة بهم',
  'End sessions and API keys of users': 'إنهاء جلسات المستخدمين ومفاتيح API الخاصة بهم',
  'Create and copy roles': 'الأدوار: إنشاء ونسخ',
  'Rename roles': 'الأدوار: إعادة تسمية',
  'Delete roles': 'الأدوار: حذف',

  Users: 'المستخدمون',
  'API logs': 'سجل API',
  User: 'المستخدم',
  Role: 'الدور',
  Permission: 'الإذن',
  'Act as this user': 'التصرف باسم هذا المستخدم',
};

/** Mails about passwords, in Arabic. */
export const mails = {
  'Choose a new password': 'اختيار كلمة مرور جديدة',
  'Choose a password': 'اختيار كلمة مرور',
  'A new password was requested for your account. Choose it within {minutes} minutes; the link works once.\nIf you did not request this, ignore this e-mail: your password does not change.':
    'طُلبت كلمة مرور جديدة لحسابك. اخترها خلال {minutes} {minutes|دقيقة|دقيقة|دقيقة|دقائق|دقيقة|دقيقة}؛ يعمل الرابط مرة واحدة.\nإن لم تطلبها فتجاهل هذه الرسالة: لن تتغير كلمة مرورك.',
  '{name} invites you to Rowhouse': 'يدعوك {name} إلى Rowhouse',
  'An account was created for you. Choose its password within {minutes} minutes; the link works once. If it has expired, request another invitation.':
    'أُنشئ لك حساب. اختر كلمة مروره خلال {minutes} {minutes|دقيقة|دقيقة|دقيقة|دقائق|دقيقة|دقيقة}؛ يعمل الرابط مرة واحدة. إذا انتهت صلاحيته فاطلب دعوة أخرى.',
  'Your password was changed': 'تغيّرت كلمة مرورك',
  'It was changed by a link that was sent to this address, and you were signed out everywhere. Your API keys still work.\nIf this was not you, contact an administrator.':
    'جرى تغييرها عبر رابط أُرسل إلى هذا العنوان، وسُجّل خروجك من كل مكان. لا تزال مفاتيح API الخاصة بك تعمل.\nإن لم تكن أنت من فعل ذلك فاتصل بمسؤول.',
};
