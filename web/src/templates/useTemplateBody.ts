import { useInput } from 'react-admin';
import { z } from 'zod';

const typed = z.string();

/** The field of the form in which what goes out is written, of either kind. */
export function useTemplateBody() {
  const { field, fieldState } = useInput({ source: 'text' });
  const onChange: (text: string) => void = field.onChange;
  return {
    value: typed.parse(field.value),
    error: fieldState.error?.message,
    onChange,
    onLeave: field.onBlur,
  };
}
