import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { refusalOf } from '../http/http-client.js';
import { changedPersonForm, emptyPerson, newPersonForm, type PersonForm } from './person-form.js';

/** The form of an account, by the rules of a new one or of one who is there. */
export const usePersonForm = (standing?: PersonForm): UseFormReturn<PersonForm> =>
  useForm<PersonForm>({
    mode: 'onTouched',
    resolver: zodResolver(standing === undefined ? newPersonForm : changedPersonForm),
    defaultValues: standing ?? emptyPerson,
  });

const isField = (name: string): name is keyof PersonForm => name in emptyPerson;

/** Puts what the server refused beside the fields, a part of the mailbox beside its own. */
export function showRefused(form: UseFormReturn<PersonForm>, error: unknown): void {
  for (const [path, message] of Object.entries(refusalOf(error)?.errors ?? {})) {
    const name = path.replace('email_credentials.', '');
    if (isField(name)) form.setError(name, { message });
  }
}
