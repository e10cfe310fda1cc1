/** The bucket of the files of texts: where they lay in clear before they were encrypted, and the name of where they are. */
export const textFilesBucket = 'textfiles';
