"""The sentences a table of meaning learns from: glosses and examples of WordNet, small talk, jargon.

Everyday and technical English whose licences ask for a notice and no more. README.md names the packages.
Which of them are taken depends on a digest of each, so that the same ones come out on every machine.
"""

import gzip
import hashlib
import re

SHARES = {'gloss': 7000, 'example': 8000, 'talk': 4000, 'jargon': 1000}
"""Texts of each kind, so that no kind drowns the others; a kind may have fewer."""


def plain(text):
    return re.sub(r'\s+', ' ', text).strip()


def entries(path):
    """Returns head word and body of every entry of a dictd dictionary."""
    text = gzip.open(path, 'rt', encoding='utf-8', errors='replace').read()
    found = [entry.partition('\n') for entry in re.split(r'\n(?=\S)', text)]
    return [(head.strip(), body) for head, _, body in found if not head.startswith('00-')]


def wordnet(path):
    """Returns the senses (`word: gloss; example`) and the examples alone, each once."""
    glosses, examples, seen = [], [], set()
    for head, body in entries(path):
        numbered = r'\n?\s+(?:(?:n|v|adj|adv)\s+)?\d+:\s|^\s+(?:n|v|adj|adv)\s+:\s'
        for sense in re.split(numbered, body, flags=re.M):
            sense = re.sub(r'\[(syn|ant|also):[^\]]*\]', '', plain(sense)).strip()
            if len(sense) < 25 or sense in seen:
                continue
            seen.add(sense)
            glosses.append(f'{head}: {sense}'.replace('"', ''))
            examples.extend(re.findall(r'"([^"]{20,})"', sense))
    return glosses, examples


def small_talk(folder):
    found = []
    for path in sorted(folder.glob('*.yml')):
        for line in path.read_text(encoding='utf-8').splitlines():
            said = re.match(r'\s*-\s*(?:-\s*)?(.{20,400})', line)
            if said:
                found.append(said[1].strip().strip('"\''))
    return found


def jargon(path):
    paragraphs = [plain(part) for _, body in entries(path) for part in re.split(r'\n\s*\n', body)]
    return [part[:600] for part in paragraphs if len(part) > 60]


def texts(wordnet_dict, jargon_dict, talk_folder):
    """Returns the texts to learn from, in the order of their digests."""
    glosses, examples = wordnet(wordnet_dict)
    kinds = {'gloss': glosses, 'example': examples, 'talk': small_talk(talk_folder), 'jargon': jargon(jargon_dict)}

    def digest(text):
        return hashlib.sha256(text.encode()).hexdigest()

    chosen = set()
    for kind, found in kinds.items():
        chosen.update(sorted(set(found), key=digest)[:SHARES[kind]])
    return sorted(chosen, key=digest)
