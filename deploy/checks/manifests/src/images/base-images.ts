/** An argument of the Dockerfile that names a base image. */
export interface BaseImage {
  argument: string;
  /** `name:tag`, without a digest. */
  image: string;
  digest: string | undefined;
}

const argumentLine = /^ARG (\w+_IMAGE)=([^\s@]+)(?:@(sha256:[0-9a-f]{64}))?$/gm;

/** The base images of a Dockerfile: its arguments that end in `_IMAGE`. */
export const baseImagesIn = (dockerfile: string): BaseImage[] =>
  [...dockerfile.matchAll(argumentLine)].map(([, argument = '', image = '', digest]) => ({
    argument,
    image,
    digest,
  }));

/** The Dockerfile with its base images at the given digests. Throws where one of them is missing. */
export function pinBaseImages(dockerfile: string, digests: ReadonlyMap<string, string>): string {
  return dockerfile.replace(argumentLine, (_line, argument: string, image: string) => {
    const digest = digests.get(image);
    if (digest === undefined) throw new Error(`There is no digest of ${image}`);
    return `ARG ${argument}=${image}@${digest}`;
  });
}
