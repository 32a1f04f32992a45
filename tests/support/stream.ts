/** The stream of changes of `/api/live`, as a screen reads it. */

export type Change = { changed: string[]; jours?: string[] };

/** Each message once, the one on opening too, which repeats what is recent. */
export async function* changesOf(response: Response): AsyncGenerator<Change> {
  let unread = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (unread + chunk).split('\n');
    unread = lines.pop() ?? '';
    for (const line of lines)
      if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length)) as Change;
  }
}
