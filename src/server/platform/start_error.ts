/** Prevents a start. The message is a French sentence, ready to be printed without a stack. */
export class StartError extends Error {}
