/** Taken in turn. */
export const names = [
  'Ada Lovelace',
  'Юрий Гагарин',
  '王小明',
  'محمد علي',
  'राहुल शर्मा',
  'Grace',
  '👩🏽‍🚀 Mae',
  'J. R. R. Tolkien',
];
