import { describe, expect, it } from 'vitest';
import { type ProfileValues, profileResolver } from './profile-values.ts';

const values: ProfileValues = { first_name: ' Asha ', last_name: '', company: 'Kite', role: null, email: '' };
const options = { fields: {}, shouldUseNativeValidation: false } as const;

describe('profileResolver', () => {
  it('sends no address when none was given', async () => {
    const { values: sent } = await profileResolver(values, undefined, options);
    expect(sent).toEqual({ first_name: 'Asha', last_name: null, company: 'Kite', role: null });
    expect(JSON.stringify(sent)).not.toContain('email');
  });

  it('sends the address of the local owner in lower case', async () => {
    const { values: sent } = await profileResolver(
      { ...values, email: 'Asha@Kite.example' },
      undefined,
      options,
    );
    expect(sent).toMatchObject({ email: 'asha@kite.example' });
  });

  it('requires a first name and a real address', async () => {
    const { errors } = await profileResolver(
      { ...values, first_name: ' ', email: 'asha' },
      undefined,
      options,
    );
    expect(errors.first_name?.message).toBe('is required');
    expect(errors.email?.message).toBe('is not an e-mail address');
  });
});
