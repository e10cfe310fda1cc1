import { Suspense } from 'react';
import Skeleton from '@mui/material/Skeleton';
import { lazyPart } from '../loading/lazy-part.js';
import type { RichTextInputProps } from './RichTextInput.js';

const RichTextInput = lazyPart(() => import('./RichTextInput.js'));

/** The input of formatted text, whose editor is loaded when it is first needed. */
export const LaterRichText = (props: RichTextInputProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={props.minHeight ?? 240} />}>
    <RichTextInput {...props} />
  </Suspense>
);
