import { passwordLength } from '../../../src/modules/users/fieldLengths.ts';
import { ApiError, type FieldErrors } from '../api/request.ts';
import { translate } from '../i18n/translate.ts';

const { min: minLength } = passwordLength;

/** A password that the user chooses, typed twice. */
export interface NewPassword {
  next: string;
  repeated: string;
}

export const newPasswordHint = () => translate('At least {count} characters.', { count: minLength });

/** Throws an `ApiError` for the fields, unless there is no fault; `others` are those of other fields. */
export function checkNewPassword({ next, repeated }: NewPassword, others: FieldErrors = {}): void {
  const faults = { ...others, ...faultOf(next, repeated) };
  if (Object.keys(faults).length === 0) return;
  throw new ApiError(translate('The password was not changed.'), { status: null, fields: faults });
}

function faultOf(next: string, repeated: string): FieldErrors {
  if (next.length < minLength)
    return { next: [translate('must have at least {count} characters', { count: minLength })] };

  return next === repeated ? {} : { repeated: [translate('is not the same as the new password')] };
}
