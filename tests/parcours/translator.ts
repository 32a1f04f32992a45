/**
 * What Chrome does to a page that it translates: each text node is replaced by
 * `<font><font>text</font></font>`, also one that comes later, except where `translate="no"` or
 * `notranslate` forbids it. White space between elements stays. The words stay the same here, so
 * that a journey finds them. Runs in the page, before its own scripts.
 */
export function translatePage(): void {
  const LEFT_OUT =
    'title, script, style, noscript, template, textarea, [translate=no], .notranslate';
  const own = new WeakSet<Node>();
  const translate = (node: Node): void => {
    const parent = node.parentElement;
    if (own.has(node) || !node.isConnected || !parent || parent.closest(LEFT_OUT)) return;
    if (!/\S/.test(node.nodeValue ?? '')) return;
    const words = document.createTextNode(node.nodeValue ?? '');
    own.add(words);
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.append(words);
    outer.append(inner);
    node.parentNode?.replaceChild(outer, node);
  };
  const translateAll = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) translate(text);
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target.nodeType === Node.TEXT_NODE) translate(target);
      for (const node of addedNodes) translateAll(node);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}
