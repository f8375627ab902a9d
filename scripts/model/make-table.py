#!/usr/bin/env python3
"""Makes the built-in table of meaning: one vector for every token of a sentence transformer.

Every token of the vocabulary is put through the model once, alone, and weighted by how rare it is
(SIF, Arora et al. 2017). Then the rows are moved, each only as far as it must be, until the mean of a
text's rows comes near to what the model itself makes of the text, over some thousands of sentences.
What is left is turned into its principal axes, cut, and stored as int8, each row with a scale. The mean
of a text's rows is then its vector, without a network, without a model, in microseconds.

The ideas are those of Model2Vec and tokenlearn (https://github.com/MinishLab); no code of theirs is here.
README.md, beside this file, names the model, the sentences, and the commands that made the package's table.
"""

import argparse
import hashlib
import json
import os
from pathlib import Path

import numpy as np
import onnxruntime
import scipy.sparse
from tokenizers import Tokenizer

import texts

BATCH = 64
"""Rows put through the model at once; only memory depends on it."""

BATCH_TOKENS = 4096
"""Tokens of texts put through the model at once, for the same reason."""

LONGEST = 256
"""Tokens of a text that the model reads; it was trained on no more."""

STEPS = 40
"""Steps of the conjugate gradients, far more than the rows still move by."""

PRIOR_TOKENS = 300_000
"""How many counted tokens the guess about frequency, by Zipf's law, is worth."""


# The model -------------------------------------------------------------------------------------


class Model:
    """A sentence transformer, and what it makes of texts and of single tokens."""

    def __init__(self, onnx, tokenizer):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(onnx), options)
        self.tokenizer = Tokenizer.from_file(str(tokenizer))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def hidden(self, rows):
        """Returns the last hidden states of rows of token ids, and which of them are no padding."""
        length = max(map(len, rows))
        ids = np.array([row + [0] * (length - len(row)) for row in rows], np.int64)
        mask = np.array([[1] * len(row) + [0] * (length - len(row)) for row in rows], np.int64)
        asked = {'input_ids': ids, 'attention_mask': mask, 'token_type_ids': np.zeros_like(ids)}
        return self.session.run(None, asked)[0], mask

    def of_texts(self, found):
        """Returns a unit vector for each text."""
        end = self.tokenizer.token_to_id('[SEP]')
        rows = [one.ids if len(one.ids) <= LONGEST else [*one.ids[:LONGEST - 1], end]
                for one in self.tokenizer.encode_batch(found)]
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        vectors = np.zeros((len(rows), 384), np.float32)
        while order:
            # The last is the longest, and so says how many of its like fit.
            fit = max(1, min(BATCH, BATCH_TOKENS // len(rows[order[-1]])))
            batch, order = order[-fit:], order[:-fit]
            hidden, mask = self.hidden([rows[i] for i in batch])
            mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
            vectors[batch] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return vectors

    def of_tokens(self, ids):
        """Returns what the model makes of each token alone: the middle of `[CLS] token [SEP]`."""
        begin, end = (self.tokenizer.token_to_id(mark) for mark in ('[CLS]', '[SEP]'))
        return np.concatenate([self.hidden([[begin, one, end] for one in ids[i:i + BATCH]])[0][:, 1]
                               for i in range(0, len(ids), BATCH)])


def vocabulary(tokenizer):
    """Returns the tokens that get a row, and their ids: all but the model's own marks; [UNK] stays."""
    by_id = sorted(tokenizer.get_vocab().items(), key=lambda entry: entry[1])
    kept = [(token, i) for token, i in by_id
            if token == '[UNK]' or not (len(token) > 2 and token.startswith('[') and token.endswith(']'))]
    return [token for token, _ in kept], [i for _, i in kept]


# The rows --------------------------------------------------------------------------------------


def counts(tokenizer, found, ids):
    """Returns how often each row's token stands in each text, as a sparse matrix."""
    column = {token: i for i, token in enumerate(ids)}
    rows = [[column[i] for i in encoded.ids if i in column]
            for encoded in tokenizer.encode_batch(found, add_special_tokens=False)]
    ends = np.cumsum([0] + [len(row) for row in rows])
    flat = np.array([i for row in rows for i in row])
    matrix = scipy.sparse.csr_matrix((np.ones(len(flat), np.float32), flat, ends), (len(rows), len(ids)))
    matrix.sum_duplicates()
    return matrix


def frequencies(tokens, counted):
    """Returns how likely each token is: counted, upon a guess from its place in the vocabulary.

    BERT's vocabulary stands in the order of frequency from its first whole word on; the single
    signs before that are in the order of their code points, and count as if in the thousandth place.
    """
    first = tokens.index('the')
    ranks = np.array([i - first + 1 if first <= i else 1000 for i in range(len(tokens))], float)
    guess = 1 / (ranks + 2.7)
    return (counted + guess / guess.sum() * PRIOR_TOKENS) / (counted.sum() + PRIOR_TOKENS)


def learn(means, wanted, rows, pull):
    """Returns rows whose means over texts come near to `wanted`.

    Least squares with a spring from each row to where it was (`pull`), so that a token which no
    text has stays; by conjugate gradients, all dimensions side by side.
    """
    scale = float(((means @ rows) * wanted).sum() / ((means @ rows) ** 2).sum())
    found = (rows * scale).astype(np.float32)
    rest = means.T @ (wanted - means @ found)
    step, size = rest.copy(), (rest * rest).sum(0)
    for _ in range(STEPS):
        pushed = means.T @ (means @ step) + pull * step
        far = size / np.maximum((step * pushed).sum(0), 1e-12)
        found += far * step
        rest -= far * pushed
        size, before = (rest * rest).sum(0), size
        step = rest + size / np.maximum(before, 1e-12) * step
    return found


def centred(rows, weights):
    return rows - (rows * weights[:, None]).sum(0) / weights.sum()


def reduce(rows, dimensions, removed, weights):
    """Returns the rows on their principal axes, without their mean and their first `removed` axes."""
    rows = centred(rows, weights)
    variances, axes = np.linalg.eigh((rows * weights[:, None]).T @ rows / weights.sum())
    axes = axes[:, np.argsort(-variances)[removed:removed + dimensions]]
    # The sign of an axis is arbitrary; a fixed one keeps the file the same on other machines.
    return rows @ (axes * np.sign(axes[np.abs(axes).argmax(0), range(axes.shape[1])]))


# The file --------------------------------------------------------------------------------------


def quantise(rows):
    """Returns the rows as whole numbers up to 127, and the scale of each."""
    peaks = np.abs(rows).max(1)
    scales = np.where(1e-9 < peaks, peaks / 127, 0)
    ints = np.rint(rows / np.where(scales == 0, 1, scales)[:, None])
    ints[scales == 0] = 0
    return ints.astype(np.int8), scales.astype('<f4')


def write_table(path, name, tokens, rows, about):
    """Writes the file that src/embed reads, and returns its sha256."""
    ints, scales = quantise(rows)
    words = '\n'.join(tokens).encode() + b'\n'

    def header(vocabulary_bytes):
        return json.dumps({
            'format': 'mdbrain-table 1', 'name': name, 'dimensions': ints.shape[1],
            'tokens': len(tokens), 'maxWord': 100,
            'bytes': {'vocabulary': vocabulary_bytes, 'scales': scales.nbytes, 'vectors': ints.nbytes},
            **about,
        }, ensure_ascii=False).encode() + b'\n'

    # The numbers after the vocabulary begin at a multiple of 64 bytes, so that a reader can look at
    # them where they lie; the blanks that make it so count as vocabulary.
    size = len(words)
    while (len(header(size)) + size) % 64 != 0:
        size += 1
    data = header(size) + words.ljust(size) + scales.tobytes() + ints.tobytes()
    path.write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def remembered(path, make):
    """Returns what `make` gives, or what it gave before, if `path` keeps it."""
    if path is None:
        return make()
    if not path.exists():
        np.save(path, make())
    return np.load(path)


def main():
    parser = argparse.ArgumentParser(description='Makes a static embedding table of a sentence transformer.')
    for option, what in (('--onnx', 'the model'), ('--tokenizer', 'its tokenizer.json'),
                         ('--wordnet', 'wn.dict.dz'), ('--jargon', 'jargon.dict.dz'),
                         ('--talk', 'folder of .yml'), ('--out', 'the table to write')):
        parser.add_argument(option, type=Path, required=True, help=what)
    parser.add_argument('--cache', type=Path, help='folder that keeps what the model said')
    parser.add_argument('--dimensions', type=int, default=256)
    parser.add_argument('--rarity', type=float, default=1e-3, help='a of SIF: a / (a + frequency)')
    parser.add_argument('--pull', type=float, default=0.2, help='how firmly a row stays where it was')
    parser.add_argument('--removed', type=int, default=0, help='first principal axes to leave out')
    asked = parser.parse_args()

    model = Model(asked.onnx, asked.tokenizer)
    tokens, ids = vocabulary(model.tokenizer)
    sentences = texts.texts(asked.wordnet, asked.jargon, asked.talk)

    def kept(name):
        return asked.cache and asked.cache / f'{name}.npy'

    wanted = remembered(kept('texts'), lambda: model.of_texts(sentences)).astype(np.float32)
    alone = remembered(kept('tokens'), lambda: model.of_tokens(ids)).astype(np.float32)

    counted = counts(model.tokenizer, sentences, ids)
    often = frequencies(tokens, np.asarray(counted.sum(0)).ravel())
    rare = asked.rarity / (asked.rarity + often)
    means = scipy.sparse.diags(1 / np.maximum(np.asarray(counted.sum(1)).ravel(), 1)) @ counted
    rows = centred(alone, np.sqrt(often * rare)) * rare[:, None]
    rows = learn(means.tocsr().astype(np.float32), wanted - wanted.mean(0), rows, asked.pull)
    rows = reduce(rows, asked.dimensions, asked.removed, np.sqrt(often))
    rows[tokens.index('[UNK]')] = 0

    digest = write_table(asked.out, asked.out.stem, tokens, rows, {
        'source': 'sentence-transformers/all-MiniLM-L6-v2', 'licence': 'Apache-2.0',
        'rarity': asked.rarity, 'pull': asked.pull, 'removed': asked.removed, 'sentences': len(sentences),
    })
    print(f'{asked.out}: {os.path.getsize(asked.out)} bytes, sha256 {digest}')


if __name__ == '__main__':
    main()
