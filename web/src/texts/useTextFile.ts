import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchTextFile, getTextFile } from '@crm/contracts/http/messaging.js';
import { addressOf } from '../http/call-endpoint.js';
import { useFileCall } from '../http/browser-call.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { cacheText } from './useTexts.js';

/** The call for a file of a text. */
export const fileCall = (id: string) => ({
  method: getTextFile.method,
  url: addressOf(getTextFile, { params: { id } }),
});

/** The address of a blob while it is shown. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [shown, setShown] = useState<{ blob: Blob; url: string }>();
  useEffect(() => {
    if (blob === undefined) return undefined;
    const url = URL.createObjectURL(blob);
    setShown({ blob, url });
    return () => {
      URL.revokeObjectURL(url);
    };
  }, [blob]);
  return shown !== undefined && shown.blob === blob ? shown.url : undefined;
}

/** A picture of a text: with the token in its head the call cannot be an image's address. What an id names never changes. */
export function useTextPicture(id: string, { enabled }: { enabled: boolean }) {
  const call = useFileCall();
  const { data, isError, refetch } = useQuery({
    queryKey: ['text-file', id],
    queryFn: ({ signal }) => call({ ...fileCall(id), signal }),
    enabled,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return { url: useObjectUrl(data), isError, refetch };
}

/** Has a lost file fetched from the carrier once more. */
export function useFetchAgain() {
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  return useVerb((provider, id: string) => provider.call(fetchTextFile, { params: { id } }), {
    onSuccess: ({ text_message, ...answer }) => {
      cacheText(client, text_message);
      showAnswer(answer);
    },
  });
}
