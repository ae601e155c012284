import { useMutation } from '@tanstack/react-query';
import { type User, updateUser } from '@trailmark/contract/users';
import type { UseFormReturn } from 'react-hook-form';
import { call } from '../../api/client.ts';
import { replaceUser } from '../../api/session.ts';
import { showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import type { Profile, ProfileValues } from './profile-values.ts';

type Form = UseFormReturn<ProfileValues, unknown, Profile>;

/** Stores who the person is; the form keeps what was typed when that fails. */
export function useSaveProfile(form: Form, onSaved: (user: User) => void) {
  return useMutation({
    mutationFn: (body: Profile) => call(updateUser, { body }),
    // Here and not at the call: the new name may take the form off the screen, and its callbacks with it.
    onSuccess: (saved) => {
      replaceUser(saved);
      onSaved(saved);
    },
    onError: (error) => {
      showServerReasons(form, error);
      toastFailure('Your profile was not saved', error);
    },
  });
}
