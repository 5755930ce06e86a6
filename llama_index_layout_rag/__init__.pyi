"""Public names of the package and the modules that define them; read by type checkers and, when it is imported, by the package."""

from .audit import AuditReport as AuditReport
from .audit import audit_nodes as audit_nodes
from .chunking import ProcedureNodeParser as ProcedureNodeParser
from .chunking import StepCorrector as StepCorrector
from .citations import Citation as Citation
from .citations import highlight as highlight
from .drawing import draw_layout as draw_layout
from .embeddings import LocalEmbedding as LocalEmbedding
from .evaluation import AnswerSupportEvaluator as AnswerSupportEvaluator
from .evaluation import compare_strategies as compare_strategies
from .evaluation import evaluate_retrieval as evaluate_retrieval
from .evaluation import read_questions as read_questions
from .layout import LayoutDocument as LayoutDocument
from .layout import LayoutElement as LayoutElement
from .layout import LayoutReadError as LayoutReadError
from .pictures import PictureDescription as PictureDescription
from .pictures import PictureEvidencePostprocessor as PictureEvidencePostprocessor
from .pictures import PictureEvidenceTransform as PictureEvidenceTransform
from .readers import LayoutReader as LayoutReader
from .retrieval import LLMQueryExpander as LLMQueryExpander
from .retrieval import SectionFirstRetriever as SectionFirstRetriever
from .steps import StepVocabulary as StepVocabulary
from .storage import IngestReport as IngestReport
from .storage import LayoutVectorStore as LayoutVectorStore
from .storage import VectorStoreDocstore as VectorStoreDocstore
from .storage import aingest as aingest
from .storage import delete_manual as delete_manual
from .storage import ingest as ingest
from .storage import layout_vector_store as layout_vector_store

__version__: str
