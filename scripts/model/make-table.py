#!/usr/bin/env python3
"""Makes the built-in table of meaning: one vector for every token of a sentence transformer.

Every token of the vocabulary is put through the model once, alone; what all tokens have in common is
taken off; what is left is weighted by how rare the token is (SIF, Arora et al. 2017), turned into its
principal axes, cut, and stored as int8, each row with a scale. The mean of a text's rows is then its
vector, without a network, without a model, in microseconds.

The idea is Model2Vec's (https://github.com/MinishLab/model2vec); no code of it is here.
README.md, beside this file, names the model, the sentences, and the commands that made the package's table.
"""

import argparse
import hashlib
import json

import os
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

import texts

BATCH = 64
"""Tokens put through the model at once; only memory depends on it."""

PRIOR_TOKENS = 300_000
"""How many counted tokens the guess about frequency, by Zipf's law, is worth."""


# The model -------------------------------------------------------------------------------------


class Model:
    """A sentence transformer, and what it makes of single tokens."""

    def __init__(self, onnx, tokenizer):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(onnx), options)
        self.tokenizer = Tokenizer.from_file(str(tokenizer))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def hidden(self, rows):
        """Returns the last hidden states of rows of token ids, all of one length."""
        ids = np.array(rows, np.int64)
        asked = {'input_ids': ids, 'attention_mask': np.ones_like(ids), 'token_type_ids': np.zeros_like(ids)}
        return self.session.run(None, asked)[0]

    def of_tokens(self, ids, pooling):
        """Returns what the model makes of each token alone, of `[CLS] token [SEP]`."""
        begin, end = (self.tokenizer.token_to_id(mark) for mark in ('[CLS]', '[SEP]'))
        pool = {'mean': lambda hidden: hidden.mean(1), 'cls': lambda hidden: hidden[:, 0],
                'token': lambda hidden: hidden[:, 1]}[pooling]
        return np.concatenate([pool(self.hidden([[begin, one, end] for one in ids[i:i + BATCH]]))
                               for i in range(0, len(ids), BATCH)])


def vocabulary(tokenizer):
    """Returns the tokens that get a row, and their ids: all but the model's own marks; [UNK] stays."""
    by_id = sorted(tokenizer.get_vocab().items(), key=lambda entry: entry[1])
    kept = [(token, i) for token, i in by_id
            if token == '[UNK]' or not (len(token) > 2 and token.startswith('[') and token.endswith(']'))]
    return [token for token, _ in kept], [i for _, i in kept]


# The rows --------------------------------------------------------------------------------------


def counts(tokenizer, found, ids):
    """Returns how often each row's token stands in the texts."""
    encoded = tokenizer.encode_batch(found, add_special_tokens=False)
    flat = np.fromiter((i for one in encoded for i in one.ids), np.int64)
    return np.bincount(flat, minlength=max(ids) + 1)[ids].astype(float)


def frequencies(tokens, counted):
    """Returns how likely each token is: counted, upon a guess from its place in the vocabulary.

    BERT's vocabulary stands in the order of frequency from its first whole word on; the single
    signs before that are in the order of their code points, and count as if in the thousandth place.
    """
    first = tokens.index('the')
    ranks = np.array([i - first + 1 if first <= i else 1000 for i in range(len(tokens))], float)
    guess = 1 / (ranks + 2.7)
    return (counted + guess / guess.sum() * PRIOR_TOKENS) / (counted.sum() + PRIOR_TOKENS)


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
    parser.add_argument('--pooling', choices=('mean', 'cls', 'token'), default='mean')
    parser.add_argument('--removed', type=int, default=0, help='first principal axes to leave out')
    asked = parser.parse_args()

    model = Model(asked.onnx, asked.tokenizer)
    tokens, ids = vocabulary(model.tokenizer)
    sentences = texts.texts(asked.wordnet, asked.jargon, asked.talk)
    kept = asked.cache and asked.cache / f'tokens-{asked.pooling}.npy'
    alone = remembered(kept, lambda: model.of_tokens(ids, asked.pooling))

    often = frequencies(tokens, counts(model.tokenizer, sentences, ids))
    rare = asked.rarity / (asked.rarity + often)
    rows = centred(alone, np.sqrt(often * rare)) * rare[:, None]
    rows = reduce(rows, asked.dimensions, asked.removed, np.sqrt(often))
    rows[tokens.index('[UNK]')] = 0

    digest = write_table(asked.out, asked.out.stem, tokens, rows, {
        'source': 'sentence-transformers/all-MiniLM-L6-v2', 'licence': 'Apache-2.0',
        'pooling': asked.pooling, 'rarity': asked.rarity, 'removed': asked.removed,
    })
    print(f'{asked.out}: {os.path.getsize(asked.out)} bytes, sha256 {digest}')


if __name__ == '__main__':
    main()
